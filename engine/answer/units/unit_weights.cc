#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    3716,    // Coverage
    -3237,   // SoftCoverage
    -1894,   // AllCoverage
    5953,    // AllSoft
    11417,   // LeadIn
    1840,    // Path
    3804,    // Block
    1315,    // BlockRank
    -419,    // Section
    3660,    // Document
    11323,   // Pairs
    4444,    // Number
    1028,    // Time
    76,      // Kind
    14183,   // LastHeading
    -2079,   // LogWords
    1436,    // Ranked
    908,     // Related
    10219,   // Opens
    -1271,   // Defines
    1721,    // Around
    2351,    // Cause
    1426,    // Telling
    10983,   // TellingNear
    7563,    // TellingAll
    4443,    // Quantity
    -4699,   // QuantityNear
    1791,    // Thing
    372,     // ThingNear
    1659,    // Sides
    1655,    // Denial
    -6335,   // Close
    -3403,   // Subject
    1749,    // SubjectAll
    4381,    // Title
    16486,   // Name
    -14264,  // RowHeads
    7587,    // RowGroup
    10830,   // RowKeyHead
    2545,    // AfterQuestion
    9790,    // Chunk
    1150,    // DocumentChunks
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    5380,    // Coverage
    -2947,   // SoftCoverage
    1013,    // AllCoverage
    1910,    // AllSoft
    -18468,  // LeadIn
    -21724,  // Path
    -6831,   // Block
    76,      // BlockRank
    -2474,   // Section
    8771,    // Document
    -7442,   // Pairs
    4189,    // Number
    -423,    // Time
    3665,    // Kind
    -6951,   // LastHeading
    3685,    // LogWords
    1611,    // Ranked
    161,     // Related
    -8277,   // Opens
    2913,    // Defines
    -1361,   // Around
    -2114,   // Cause
    2268,    // Telling
    -6392,   // TellingNear
    3257,    // TellingAll
    -1420,   // Quantity
    6383,    // QuantityNear
    215,     // Thing
    -1063,   // ThingNear
    727,     // Sides
    -874,    // Denial
    148,     // Close
    41,      // Subject
    -402,    // SubjectAll
    7152,    // Title
    7721,    // Name
    44407,   // RowHeads
    10993,   // RowGroup
    -16226,  // RowKeyHead
    -6023,   // AfterQuestion
    -5691,   // Chunk
    -3878,   // DocumentChunks
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    4275,   // Mass
    0,      // Words
    -3700,  // SoftCoverage
    -2971,  // AllCoverage
    8763,   // AllSoft
    0,      // ListLeadIn
    0,      // AskedList
    0,      // OtherList
    0,      // Window
    0,      // Paragraph
    0,      // Row
    -925,   // HoldsBest
    -2128,  // Kind
    0,      // KindOfList
    0,      // KindOfWindow
    4269,   // LastHeading
    0,      // HeadingOfList
    0,      // HeadingOfWindow
    0,      // OpensSection
    0,      // NumberWords
    0,      // Section
    4968,   // AsksSection
    2624,   // RarestMissing
    -1601,  // NumberMissing
    -772,   // FocusMissing
    -921,   // Short
    -676,   // ShortRarest
    709,    // ShortMissing
    52,     // Documents
    1792,   // DocumentsSoft
    0,      // Leaf
    0,      // LeafOverBest
    0,      // Document
    0,      // Quantity
    0,      // QuantityNear
    0,      // Thing
    0,      // ThingNear
    0,      // Choice
    0,      // Sides
    0,      // Denial
    0,      // Opposed
    0,      // Subject
    0,      // SubjectSoft
    0,      // SubjectAbove
    0,      // SubjectAll
    0,      // Title
    0,      // Path
    0,      // Name
    0,      // Foreign
    0,      // OtherPath
    0,      // Close
    0,      // RowHeads
    0,      // RowKey
    0,      // RowGroup
    0,      // RowKeyHead
    0,      // Caption
    0,      // Chunk
    0,      // ChunkRank
    0,      // DocumentChunks
    0,      // LeadInFirst
    0,      // Question
    0,      // AfterQuestion
    0,      // Density
    0,      // MassBelow
    0,      // SoftCoverageBelow
    0,      // AllCoverageBelow
    0,      // AllSoftBelow
    0,      // LastHeadingBelow
    0,      // KindBelow
    0,      // SectionBelow
    0,      // DocumentBelow
    0,      // LeafBelow
    0,      // RarestMissingBelow
    0,      // SubjectBelow
    0,      // SubjectSoftBelow
    0,      // SubjectAllBelow
    0,      // PathBelow
    0,      // QuantityNearBelow
    0,      // ThingNearBelow
    0,      // CloseBelow
    0,      // RowHeadsBelow
    0,      // RowKeyHeadBelow
    0,      // ChunkBelow
    0,      // DensityBelow
};

const std::int32_t kJudgeTrees = 2908;
const std::int32_t kJudgeSentence = 1034;
const std::int32_t kJudgeConstant = -3657;

const WordPrices kWordPrices = {2818, 11272, 5636};

}  // namespace answerbox::engine
