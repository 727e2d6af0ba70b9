#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    -3040,  // Coverage
    2394,   // SoftCoverage
    -5059,  // AllCoverage
    5003,   // AllSoft
    15070,  // LeadIn
    -802,   // Path
    5418,   // Block
    234,    // BlockRank
    3202,   // Section
    5144,   // Document
    11814,  // Pairs
    5328,   // Number
    2872,   // Time
    -1323,  // Kind
    13817,  // LastHeading
    -1713,  // LogWords
    3042,   // Ranked
    -556,   // Related
    7938,   // Opens
    -247,   // Defines
    3840,   // Around
    3258,   // Cause
    -550,   // Telling
    14893,  // TellingNear
    9065,   // TellingAll
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    2841,    // Coverage
    -6677,   // SoftCoverage
    17015,   // AllCoverage
    -16318,  // AllSoft
    -39581,  // LeadIn
    -20559,  // Path
    -2671,   // Block
    942,     // BlockRank
    -8781,   // Section
    33562,   // Document
    -15032,  // Pairs
    -9360,   // Number
    -4872,   // Time
    6314,    // Kind
    -6191,   // LastHeading
    2362,    // LogWords
    -1488,   // Ranked
    -539,    // Related
    -9296,   // Opens
    2716,    // Defines
    -3640,   // Around
    321,     // Cause
    4822,    // Telling
    -15017,  // TellingNear
    53,      // TellingAll
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    -3523,   // Mass
    0,       // Words
    -10519,  // SoftCoverage
    -2314,   // AllCoverage
    16186,   // AllSoft
    0,       // ListLeadIn
    0,       // AskedList
    0,       // OtherList
    0,       // Window
    0,       // Paragraph
    0,       // Row
    382,     // HoldsBest
    -3833,   // Kind
    0,       // KindOfList
    0,       // KindOfWindow
    6682,    // LastHeading
    0,       // HeadingOfList
    0,       // HeadingOfWindow
    0,       // OpensSection
    0,       // NumberWords
    0,       // Section
    11905,   // AsksSection
    1314,    // RarestMissing
    -2200,   // NumberMissing
    -2952,   // FocusMissing
    -3270,   // Short
    -31976,  // ShortRarest
    11776,   // ShortMissing
    8305,    // Documents
    -9547,   // DocumentsSoft
    0,       // Leaf
    0,       // LeafOverBest
    0,       // Document
};

const std::int32_t kJudgeTrees = 2896;
const std::int32_t kJudgeSentence = 2365;
const std::int32_t kJudgeConstant = -1732;

const WordPrices kWordPrices = {3277, 34079, 9830};

}  // namespace answerbox::engine
