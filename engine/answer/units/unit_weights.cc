#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -2207,  // Coverage
    -339,   // SoftCoverage
    3496,   // AllCoverage
    2603,   // AllSoft
    118,    // LeadIn
    -6146,  // Path
    4429,   // Block
    1422,   // BlockRank
    1963,   // Section
    35279,  // Document
    -652,   // Pairs
    1608,   // Number
    1744,   // Time
    3192,   // Kind
    8512,   // LastHeading
    2689,   // LogWords
    3314,   // Ranked
    1443,   // Related
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    9915,   // Mass
    -1528,  // Words
    4321,   // SoftCoverage
    961,    // AllCoverage
    3114,   // AllSoft
    -1152,  // ListLeadIn
    3287,   // AskedList
    -2382,  // OtherList
    -913,   // Window
    -295,   // Paragraph
    1067,   // Row
    5078,   // HoldsBest
    -1414,  // Kind
    -462,   // KindOfList
    879,    // KindOfWindow
    1617,   // LastHeading
    6647,   // HeadingOfList
    5278,   // HeadingOfWindow
    140,    // OpensSection
    -3534,  // NumberWords
    3143,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
    0,      // Short
    0,      // ShortRarest
    0,      // ShortMissing
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    11823,   // Mass
    0,       // Words
    -8852,   // SoftCoverage
    -5550,   // AllCoverage
    21475,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    3298,    // HoldsBest
    -5231,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    4682,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    7032,    // AsksSection
    3954,    // RarestMissing
    -1852,   // NumberMissing
    -2962,   // FocusMissing
    -5103,   // Short
    -33743,  // ShortRarest
    20086,   // ShortMissing
};

const std::int32_t kJudgeSentence = 1889;
const std::int32_t kJudgeConstant = -11019;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
