#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -8201,  // Coverage
    4281,   // SoftCoverage
    -1469,  // AllCoverage
    1688,   // AllSoft
    15936,  // LeadIn
    -9217,  // Path
    4346,   // Block
    644,    // BlockRank
    2272,   // Section
    10787,  // Document
    3717,   // Pairs
    5748,   // Number
    4193,   // Time
    -1649,  // Kind
    16614,  // LastHeading
    -5391,  // LogWords
    2593,   // Ranked
    -1321,  // Related
    8584,   // Opens
    3038,   // Defines
    3592,   // Around
    3270,   // Cause
    1428,   // Telling
    16678,  // TellingNear
    8258,   // TellingAll
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    8834,    // Coverage
    -8501,   // SoftCoverage
    14859,   // AllCoverage
    -11020,  // AllSoft
    -32637,  // LeadIn
    -869,    // Path
    -501,    // Block
    408,     // BlockRank
    -3035,   // Section
    27598,   // Document
    -2184,   // Pairs
    -6029,   // Number
    -5079,   // Time
    6530,    // Kind
    -11425,  // LastHeading
    7748,    // LogWords
    -464,    // Ranked
    167,     // Related
    -9896,   // Opens
    -2263,   // Defines
    -3591,   // Around
    12362,   // Cause
    2464,    // Telling
    -18033,  // TellingNear
    -2367,   // TellingAll
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    12436,  // Mass
    -2372,  // Words
    2711,   // SoftCoverage
    867,    // AllCoverage
    2158,   // AllSoft
    1246,   // ListLeadIn
    1206,   // AskedList
    -1618,  // OtherList
    -514,   // Window
    -624,   // Paragraph
    587,    // Row
    2979,   // HoldsBest
    -41,    // Kind
    382,    // KindOfList
    605,    // KindOfWindow
    1665,   // LastHeading
    4773,   // HeadingOfList
    4560,   // HeadingOfWindow
    -183,   // OpensSection
    -2782,  // NumberWords
    1718,   // Section
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
    11920,   // Mass
    0,       // Words
    -15120,  // SoftCoverage
    2327,    // AllCoverage
    20800,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    235,     // HoldsBest
    -4581,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    5489,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    10035,   // AsksSection
    -986,    // RarestMissing
    -2749,   // NumberMissing
    -3791,   // FocusMissing
    -3282,   // Short
    -43932,  // ShortRarest
    12649,   // ShortMissing
    12537,   // Documents
    -18632,  // DocumentsSoft
};

const std::int32_t kJudgeSentence = 2072;
const std::int32_t kJudgeConstant = -10388;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
