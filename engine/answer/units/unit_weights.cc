#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -3773,  // Coverage
    2759,   // SoftCoverage
    -116,   // AllCoverage
    6533,   // AllSoft
    -111,   // LeadIn
    -6394,  // Path
    4735,   // Block
    1554,   // BlockRank
    1627,   // Section
    35214,  // Document
    -644,   // Pairs
    1602,   // Number
    1619,   // Time
    3220,   // Kind
    8458,   // LastHeading
    3118,   // LogWords
    3351,   // Ranked
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    11345,  // Mass
    -1016,  // Words
    3903,   // SoftCoverage
    1545,   // AllCoverage
    2143,   // AllSoft
    588,    // ListLeadIn
    3078,   // AskedList
    -2116,  // OtherList
    -932,   // Window
    -250,   // Paragraph
    1126,   // Row
    4267,   // HoldsBest
    -1539,  // Kind
    -888,   // KindOfList
    885,    // KindOfWindow
    1389,   // LastHeading
    5910,   // HeadingOfList
    5202,   // HeadingOfWindow
    106,    // OpensSection
    -3331,  // NumberWords
    4082,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
    0,      // Short
    0,      // ShortRarest
    0,      // ShortMissing
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    11692,   // Mass
    0,       // Words
    -8363,   // SoftCoverage
    -2582,   // AllCoverage
    16668,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    3562,    // HoldsBest
    -5210,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    4413,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    7210,    // AsksSection
    4024,    // RarestMissing
    -2126,   // NumberMissing
    -3368,   // FocusMissing
    -5724,   // Short
    -38331,  // ShortRarest
    22338,   // ShortMissing
};

const std::int32_t kJudgeSentence = 1986;
const std::int32_t kJudgeConstant = -9685;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
