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
    10140,  // Mass
    -1510,  // Words
    4339,   // SoftCoverage
    1008,   // AllCoverage
    3056,   // AllSoft
    -1696,  // ListLeadIn
    3286,   // AskedList
    -2422,  // OtherList
    -963,   // Window
    -242,   // Paragraph
    1179,   // Row
    4929,   // HoldsBest
    -1406,  // Kind
    -582,   // KindOfList
    907,    // KindOfWindow
    1873,   // LastHeading
    6328,   // HeadingOfList
    4947,   // HeadingOfWindow
    35,     // OpensSection
    -3493,  // NumberWords
    3387,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
    0,      // Short
    0,      // ShortRarest
    0,      // ShortMissing
    0,      // Documents
    0,      // DocumentsSoft
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    9808,    // Mass
    0,       // Words
    -11257,  // SoftCoverage
    -161,    // AllCoverage
    23216,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    2289,    // HoldsBest
    -5215,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    4323,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    10690,   // AsksSection
    2745,    // RarestMissing
    -771,    // NumberMissing
    -2612,   // FocusMissing
    -4126,   // Short
    -35548,  // ShortRarest
    18203,   // ShortMissing
    7571,    // Documents
    -17766,  // DocumentsSoft
};

const std::int32_t kJudgeSentence = 1994;
const std::int32_t kJudgeConstant = -9782;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
