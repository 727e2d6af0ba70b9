#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -9716,   // Coverage
    -426,    // SoftCoverage
    3536,    // AllCoverage
    6281,    // AllSoft
    18043,   // LeadIn
    -20690,  // Path
    6938,    // Block
    -201,    // BlockRank
    6017,    // Section
    11313,   // Document
    5690,    // Pairs
    6309,    // Number
    3940,    // Time
    -1733,   // Kind
    24932,   // LastHeading
    -871,    // LogWords
    4194,    // Ranked
    4018,    // Related
    7928,    // Opens
    -319,    // Defines
    5733,    // Around
    2496,    // Cause
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    6829,    // Coverage
    342,     // SoftCoverage
    -14,     // AllCoverage
    3776,    // AllSoft
    -41798,  // LeadIn
    10717,   // Path
    -3947,   // Block
    1851,    // BlockRank
    -8574,   // Section
    30282,   // Document
    -4482,   // Pairs
    -6143,   // Number
    -3820,   // Time
    7031,    // Kind
    -21596,  // LastHeading
    2552,    // LogWords
    -2360,   // Ranked
    -2304,   // Related
    -9151,   // Opens
    2189,    // Defines
    -5726,   // Around
    16735,   // Cause
};

const std::array<std::int32_t, kUnitFeatures> kUnitWeights = {
    11903,  // Mass
    -1832,  // Words
    2534,   // SoftCoverage
    866,    // AllCoverage
    1412,   // AllSoft
    1315,   // ListLeadIn
    1026,   // AskedList
    -1492,  // OtherList
    -540,   // Window
    -273,   // Paragraph
    1383,   // Row
    3014,   // HoldsBest
    -79,    // Kind
    304,    // KindOfList
    309,    // KindOfWindow
    1614,   // LastHeading
    4981,   // HeadingOfList
    5019,   // HeadingOfWindow
    15,     // OpensSection
    -2682,  // NumberWords
    3514,   // Section
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
    10997,   // Mass
    0,       // Words
    -13776,  // SoftCoverage
    1888,    // AllCoverage
    22074,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    959,     // HoldsBest
    -5185,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    4961,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    10925,   // AsksSection
    1765,    // RarestMissing
    705,     // NumberMissing
    -3145,   // FocusMissing
    -3512,   // Short
    -34517,  // ShortRarest
    17340,   // ShortMissing
    11267,   // Documents
    -19751,  // DocumentsSoft
};

const std::int32_t kJudgeSentence = 2168;
const std::int32_t kJudgeConstant = -9893;

const WordPrices kWordPrices = {-4096, 16384, 3277};

}  // namespace answerbox::engine
