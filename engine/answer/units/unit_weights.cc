#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -3531,  // Coverage
    2804,   // SoftCoverage
    -479,   // AllCoverage
    6609,   // AllSoft
    478,    // LeadIn
    -5930,  // Path
    4707,   // Block
    1474,   // BlockRank
    1173,   // Section
    38255,  // Document
    -638,   // Pairs
    1562,   // Number
    1602,   // Time
    3340,   // Kind
    8371,   // LastHeading
    3102,   // LogWords
    3270,   // Ranked
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    11365,  // Mass
    -718,   // Words
    3145,   // SoftCoverage
    1738,   // AllCoverage
    2456,   // AllSoft
    1633,   // ListLeadIn
    2732,   // AskedList
    -1947,  // OtherList
    -1139,  // Window
    -271,   // Paragraph
    561,    // Row
    4271,   // HoldsBest
    -1070,  // Kind
    -1747,  // KindOfList
    583,    // KindOfWindow
    2337,   // LastHeading
    5400,   // HeadingOfList
    5603,   // HeadingOfWindow
    43,     // OpensSection
    -3442,  // NumberWords
    4511,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    12337,  // Mass
    0,      // Words
    -6096,  // SoftCoverage
    -1194,  // AllCoverage
    4204,   // AllSoft
    0,      // ListLeadIn
    0,      // AskedList
    0,      // OtherList
    0,      // Window
    0,      // Paragraph
    0,      // Row
    2299,   // HoldsBest
    -4980,  // Kind
    0,      // KindOfList
    0,      // KindOfWindow
    3724,   // LastHeading
    0,      // HeadingOfList
    0,      // HeadingOfWindow
    0,      // OpensSection
    0,      // NumberWords
    0,      // Section
    5567,   // AsksSection
    -1030,  // RarestMissing
    -1984,  // NumberMissing
    -5147,  // FocusMissing
};

const std::int32_t kJudgeSentence = 2377;
const std::int32_t kJudgeConstant = -2319;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
