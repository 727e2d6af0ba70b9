#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -3515,  // Coverage
    2132,   // SoftCoverage
    -5087,  // AllCoverage
    5170,   // AllSoft
    17147,  // LeadIn
    -2091,  // Path
    5162,   // Block
    83,     // BlockRank
    3689,   // Section
    4856,   // Document
    11800,  // Pairs
    5230,   // Number
    2910,   // Time
    -1419,  // Kind
    14014,  // LastHeading
    -2224,  // LogWords
    3267,   // Ranked
    -478,   // Related
    6746,   // Opens
    -2476,  // Defines
    3381,   // Around
    2765,   // Cause
    -257,   // Telling
    14963,  // TellingNear
    9204,   // TellingAll
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    3813,    // Coverage
    -6503,   // SoftCoverage
    17028,   // AllCoverage
    -15772,  // AllSoft
    -34373,  // LeadIn
    -17035,  // Path
    -2418,   // Block
    772,     // BlockRank
    -7627,   // Section
    32530,   // Document
    -14152,  // Pairs
    -9016,   // Number
    -5337,   // Time
    6312,    // Kind
    -7232,   // LastHeading
    3209,    // LogWords
    -1474,   // Ranked
    -253,    // Related
    -7975,   // Opens
    5391,    // Defines
    -3129,   // Around
    541,     // Cause
    4130,    // Telling
    -15522,  // TellingNear
    157,     // TellingAll
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    10768,  // Mass
    -2051,  // Words
    2481,   // SoftCoverage
    1176,   // AllCoverage
    1866,   // AllSoft
    1262,   // ListLeadIn
    451,    // AskedList
    -1706,  // OtherList
    -669,   // Window
    -385,   // Paragraph
    1616,   // Row
    2880,   // HoldsBest
    14,     // Kind
    455,    // KindOfList
    121,    // KindOfWindow
    1591,   // LastHeading
    4755,   // HeadingOfList
    5026,   // HeadingOfWindow
    -173,   // OpensSection
    -1801,  // NumberWords
    1920,   // Section
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
    8107,    // Mass
    0,       // Words
    -14527,  // SoftCoverage
    2174,    // AllCoverage
    21205,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    4119,    // HoldsBest
    -4481,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    6924,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    13604,   // AsksSection
    -682,    // RarestMissing
    -2621,   // NumberMissing
    -4172,   // FocusMissing
    -3098,   // Short
    -45972,  // ShortRarest
    11672,   // ShortMissing
    10159,   // Documents
    -15904,  // DocumentsSoft
};

const std::int32_t kJudgeSentence = 2463;
const std::int32_t kJudgeConstant = -12002;

const WordPrices kWordPrices = {-4096, 28672, 4096};

}  // namespace answerbox::engine
