#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -9472,   // Coverage
    -7328,   // SoftCoverage
    3450,    // AllCoverage
    9712,    // AllSoft
    16937,   // LeadIn
    -16185,  // Path
    5539,    // Block
    -270,    // BlockRank
    4181,    // Section
    13479,   // Document
    670,     // Pairs
    6008,    // Number
    4040,    // Time
    -1438,   // Kind
    22080,   // LastHeading
    -5937,   // LogWords
    2239,    // Ranked
    416,     // Related
    8720,    // Opens
    1267,    // Defines
    4543,    // Around
    3082,    // Cause
    9917,    // Telling
    9656,    // TellingNear
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    10379,   // Coverage
    4807,    // SoftCoverage
    5239,    // AllCoverage
    -7645,   // AllSoft
    -39305,  // LeadIn
    3917,    // Path
    -655,    // Block
    1489,    // BlockRank
    -8990,   // Section
    30052,   // Document
    944,     // Pairs
    -5965,   // Number
    -3990,   // Time
    6952,    // Kind
    -17704,  // LastHeading
    8819,    // LogWords
    -490,    // Ranked
    -1580,   // Related
    -9631,   // Opens
    -219,    // Defines
    -4851,   // Around
    10711,   // Cause
    -7674,   // Telling
    -9209,   // TellingNear
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    12510,  // Mass
    -2343,  // Words
    2456,   // SoftCoverage
    896,    // AllCoverage
    1835,   // AllSoft
    2411,   // ListLeadIn
    948,    // AskedList
    -1657,  // OtherList
    -470,   // Window
    -488,   // Paragraph
    1161,   // Row
    2905,   // HoldsBest
    -44,    // Kind
    352,    // KindOfList
    422,    // KindOfWindow
    1682,   // LastHeading
    4284,   // HeadingOfList
    4326,   // HeadingOfWindow
    -50,    // OpensSection
    -2816,  // NumberWords
    2412,   // Section
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
    12379,   // Mass
    0,       // Words
    -14216,  // SoftCoverage
    829,     // AllCoverage
    23009,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    390,     // HoldsBest
    -5199,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    5486,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    10432,   // AsksSection
    -629,    // RarestMissing
    -2086,   // NumberMissing
    -3270,   // FocusMissing
    -3716,   // Short
    -33139,  // ShortRarest
    15221,   // ShortMissing
    15391,   // Documents
    -21704,  // DocumentsSoft
};

const std::int32_t kJudgeSentence = 2058;
const std::int32_t kJudgeConstant = -10952;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
