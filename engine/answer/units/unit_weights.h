// The trained weights of leaves and units, the prices of words, and the trees
// that score units. unit_weights.cc and unit_trees.bin are written by training.
// lab/training/README.md, "Units", says how they are made; docs/lab/quality.md,
// what they were measured on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/unit_features.h"
#include "engine/result.h"

namespace answerbox::engine {

// In 1/4096, by LeafFeature. A leaf's score is the sum of feature times weight,
// over 1024.
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeights;
// Added to kLeafWeights, times LogDocuments(): what tells the right
// page of many says little about the right place of one.
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany;

// What a hundred words cost where answers of 60 words are wished for, in
// 1/65536 of the probability that they answer.
struct WordPrices {
  std::int32_t each;
  // In addition, words past the wish; of a section that is asked for, words
  // past twice the wish. A list is shown whole, so its words cost less.
  std::int32_t past_wish;
  std::int32_t past_wish_in_list;
};
extern const WordPrices kWordPrices;

// Layout: docs/lab/model-format.md, "Units".
struct UnitTrees {
  // The log-odds that a unit answers, given that some unit does.
  BoostedTrees choosing;
  // The log-odds that a chosen unit answers. They know UnitFeature::kSentence.
  BoostedTrees judging;
};

// Checks everything. `bytes` outlive the result. All trees read a UnitRow.
// Errors: kTruncated, kCorrupt, kUnsupportedVersion.
[[nodiscard]] Result<UnitTrees> OpenUnitTrees(
    std::span<const std::byte> bytes) noexcept;

// The trees that are part of the program; read once, at the first call.
[[nodiscard]] const UnitTrees& ShippedUnitTrees() noexcept;

}  // namespace answerbox::engine
