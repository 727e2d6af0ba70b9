#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -1982,  // Coverage
    -327,   // SoftCoverage
    3167,   // AllCoverage
    2615,   // AllSoft
    710,    // LeadIn
    -5660,  // Path
    4392,   // Block
    1336,   // BlockRank
    1513,   // Section
    38317,  // Document
    -603,   // Pairs
    1556,   // Number
    1713,   // Time
    3313,   // Kind
    8425,   // LastHeading
    2668,   // LogWords
    3236,   // Ranked
    1537,   // Related
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    10287,  // Mass
    -1349,  // Words
    4302,   // SoftCoverage
    860,    // AllCoverage
    2965,   // AllSoft
    -1244,  // ListLeadIn
    3348,   // AskedList
    -2260,  // OtherList
    -883,   // Window
    -333,   // Paragraph
    1144,   // Row
    4597,   // HoldsBest
    -1616,  // Kind
    -264,   // KindOfList
    779,    // KindOfWindow
    1416,   // LastHeading
    5953,   // HeadingOfList
    5018,   // HeadingOfWindow
    24,     // OpensSection
    -3612,  // NumberWords
    3705,   // Section
    0,      // AsksSection
    0,      // RarestMissing
    0,      // NumberMissing
    0,      // FocusMissing
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    9864,   // Mass
    0,      // Words
    -7050,  // SoftCoverage
    -3647,  // AllCoverage
    11743,  // AllSoft
    0,      // ListLeadIn
    0,      // AskedList
    0,      // OtherList
    0,      // Window
    0,      // Paragraph
    0,      // Row
    2238,   // HoldsBest
    -4463,  // Kind
    0,      // KindOfList
    0,      // KindOfWindow
    3741,   // LastHeading
    0,      // HeadingOfList
    0,      // HeadingOfWindow
    0,      // OpensSection
    0,      // NumberWords
    0,      // Section
    4822,   // AsksSection
    -963,   // RarestMissing
    -309,   // NumberMissing
    -4412,  // FocusMissing
};

const std::int32_t kJudgeSentence = 2968;
const std::int32_t kJudgeConstant = -3891;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
