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
    11003,  // Mass
    -1044,  // Words
    3900,   // SoftCoverage
    1502,   // AllCoverage
    2038,   // AllSoft
    436,    // ListLeadIn
    3165,   // AskedList
    -2012,  // OtherList
    -988,   // Window
    -273,   // Paragraph
    1118,   // Row
    4187,   // HoldsBest
    -1623,  // Kind
    -682,   // KindOfList
    865,    // KindOfWindow
    1336,   // LastHeading
    5503,   // HeadingOfList
    5446,   // HeadingOfWindow
    123,    // OpensSection
    -3245,  // NumberWords
    4431,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing

    0, 0, 0,};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    9838,   // Mass
    0,      // Words
    -6704,  // SoftCoverage
    -2249,  // AllCoverage
    8760,   // AllSoft
    0,      // ListLeadIn
    0,      // AskedList
    0,      // OtherList
    0,      // Window
    0,      // Paragraph
    0,      // Row
    2620,   // HoldsBest
    -4391,  // Kind
    0,      // KindOfList
    0,      // KindOfWindow
    3321,   // LastHeading
    0,      // HeadingOfList
    0,      // HeadingOfWindow
    0,      // OpensSection
    0,      // NumberWords
    0,      // Section
    4971,   // AsksSection
    -1127,  // RarestMissing
    -1374,  // NumberMissing
    -4558,  // FocusMissing

    0, 0, 0,};

const std::int32_t kJudgeSentence = 2979;
const std::int32_t kJudgeConstant = -3000;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
