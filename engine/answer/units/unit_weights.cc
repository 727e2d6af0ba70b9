#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    3718,    // Coverage
    -3189,   // SoftCoverage
    -1892,   // AllCoverage
    5926,    // AllSoft
    11435,   // LeadIn
    1860,    // Path
    3803,    // Block
    1312,    // BlockRank
    -420,    // Section
    3661,    // Document
    11319,   // Pairs
    4444,    // Number
    1028,    // Time
    75,      // Kind
    14169,   // LastHeading
    -2074,   // LogWords
    1439,    // Ranked
    899,     // Related
    10219,   // Opens
    -1281,   // Defines
    1711,    // Around
    2350,    // Cause
    1423,    // Telling
    10982,   // TellingNear
    7565,    // TellingAll
    4443,    // Quantity
    -4705,   // QuantityNear
    1793,    // Thing
    364,     // ThingNear
    1656,    // Sides
    1656,    // Denial
    -6343,   // Close
    -3398,   // Subject
    1748,    // SubjectAll
    4386,    // Title
    16485,   // Name
    -14268,  // RowHeads
    7581,    // RowGroup
    10828,   // RowKeyHead
    2545,    // AfterQuestion
    9789,    // Chunk
    1151,    // DocumentChunks
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    5381,    // Coverage
    -2963,   // SoftCoverage
    1020,    // AllCoverage
    1927,    // AllSoft
    -18484,  // LeadIn
    -21732,  // Path
    -6835,   // Block
    75,      // BlockRank
    -2479,   // Section
    8771,    // Document
    -7441,   // Pairs
    4190,    // Number
    -423,    // Time
    3666,    // Kind
    -6946,   // LastHeading
    3694,    // LogWords
    1615,    // Ranked
    152,     // Related
    -8278,   // Opens
    2915,    // Defines
    -1364,   // Around
    -2113,   // Cause
    2270,    // Telling
    -6397,   // TellingNear
    3262,    // TellingAll
    -1418,   // Quantity
    6375,    // QuantityNear
    217,     // Thing
    -1069,   // ThingNear
    724,     // Sides
    -872,    // Denial
    142,     // Close
    42,      // Subject
    -399,    // SubjectAll
    7152,    // Title
    7718,    // Name
    44407,   // RowHeads
    10993,   // RowGroup
    -16218,  // RowKeyHead
    -6025,   // AfterQuestion
    -5696,   // Chunk
    -3879,   // DocumentChunks
};

const WordPrices kWordPrices = {2818, 11272, 5636};

}  // namespace answerbox::engine
