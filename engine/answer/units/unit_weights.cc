#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -2200,  // Coverage
    -333,   // SoftCoverage
    3451,   // AllCoverage
    2635,   // AllSoft
    77,     // LeadIn
    -6138,  // Path
    4405,   // Block
    1419,   // BlockRank
    1988,   // Section
    35275,  // Document
    -661,   // Pairs
    1610,   // Number
    1743,   // Time
    3189,   // Kind
    8515,   // LastHeading
    2691,   // LogWords
    3325,   // Ranked
    1441,   // Related
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    9920,   // Mass
    -1532,  // Words
    4323,   // SoftCoverage
    964,    // AllCoverage
    3118,   // AllSoft
    -1153,  // ListLeadIn
    3289,   // AskedList
    -2379,  // OtherList
    -912,   // Window
    -296,   // Paragraph
    1056,   // Row
    5080,   // HoldsBest
    -1411,  // Kind
    -466,   // KindOfList
    879,    // KindOfWindow
    1619,   // LastHeading
    6646,   // HeadingOfList
    5269,   // HeadingOfWindow
    140,    // OpensSection
    -3537,  // NumberWords
    3129,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
    0,      // Short
    0,      // ShortRarest
    0,      // ShortMissing
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    11624,   // Mass
    0,       // Words
    -9178,   // SoftCoverage
    -4717,   // AllCoverage
    20295,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    3280,    // HoldsBest
    -5545,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    4950,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    7413,    // AsksSection
    3412,    // RarestMissing
    -592,    // NumberMissing
    -2728,   // FocusMissing
    -5300,   // Short
    -33977,  // ShortRarest
    18847,   // ShortMissing
};

const std::int32_t kJudgeSentence = 1947;
const std::int32_t kJudgeConstant = -10190;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
