#include "engine/answer/units/unit_weights.h"

namespace answerbox::engine {

const std::array<std::int32_t, kLeafFeatures> kLeafWeights = {
    4329,   // Coverage
    -2608,  // SoftCoverage
    -2916,  // AllCoverage
    6354,   // AllSoft
    13624,  // LeadIn
    2538,   // Path
    4151,   // Block
    676,    // BlockRank
    -387,   // Section
    4300,   // Document
    9586,   // Pairs
    4545,   // Number
    1477,   // Time
    -81,    // Kind
    14232,  // LastHeading
    -2256,  // LogWords
    1630,   // Ranked
    683,    // Related
    10158,  // Opens
    -2818,  // Defines
    1885,   // Around
    1908,   // Cause
    1102,   // Telling
    11198,  // TellingNear
    7067,   // TellingAll
    4624,   // Quantity
    -335,   // QuantityNear
    1761,   // Thing
    223,    // ThingNear
    1308,   // Sides
    1688,   // Denial
    -7109,  // Close
    -3680,  // Subject
    1813,   // SubjectAll
    4574,   // Title
    17065,  // Name
    7601,   // RowHeads
    3539,   // RowGroup
    17379,  // RowKeyHead
    2020,   // AfterQuestion
    9976,   // Chunk
    818,    // DocumentChunks
};

const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany = {
    4118,    // Coverage
    -5909,   // SoftCoverage
    3487,    // AllCoverage
    2339,    // AllSoft
    -18025,  // LeadIn
    -21933,  // Path
    -8280,   // Block
    685,     // BlockRank
    -1974,   // Section
    8554,    // Document
    -8112,   // Pairs
    6238,    // Number
    -228,    // Time
    3298,    // Kind
    -7045,   // LastHeading
    3753,    // LogWords
    1177,    // Ranked
    1572,    // Related
    -10735,  // Opens
    5210,    // Defines
    -995,    // Around
    -1366,   // Cause
    3689,    // Telling
    -6662,   // TellingNear
    1577,    // TellingAll
    492,     // Quantity
    7757,    // QuantityNear
    223,     // Thing
    -976,    // ThingNear
    -435,    // Sides
    -1002,   // Denial
    1098,    // Close
    471,     // Subject
    -111,    // SubjectAll
    6399,    // Title
    6164,    // Name
    26749,   // RowHeads
    1632,    // RowGroup
    -18947,  // RowKeyHead
    -7112,   // AfterQuestion
    -4278,   // Chunk
    -4124,   // DocumentChunks
};

const std::array<std::int32_t, kUnitFeatures> kJudgeWeights = {
    4531,   // Mass
    0,      // Words
    -4208,  // SoftCoverage
    -3502,  // AllCoverage
    9392,   // AllSoft
    0,      // ListLeadIn
    0,      // AskedList
    0,      // OtherList
    0,      // Window
    0,      // Paragraph
    0,      // Row
    -404,   // HoldsBest
    -2007,  // Kind
    0,      // KindOfList
    0,      // KindOfWindow
    5127,   // LastHeading
    0,      // HeadingOfList
    0,      // HeadingOfWindow
    0,      // OpensSection
    0,      // NumberWords
    0,      // Section
    5008,   // AsksSection
    2468,   // RarestMissing
    -1530,  // NumberMissing
    -674,   // FocusMissing
    -690,   // Short
    -2174,  // ShortRarest
    949,    // ShortMissing
    1429,   // Documents
    -72,    // DocumentsSoft
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

const std::int32_t kJudgeTrees = 2905;
const std::int32_t kJudgeSentence = 1080;
const std::int32_t kJudgeConstant = -3965;

const WordPrices kWordPrices = {2818, 11272, 5636};

}  // namespace answerbox::engine
