// The weights of leaves. lab/training/README.md, "Units", says how they are
// made; docs/lab/quality.md, what they were measured on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/answer/units/leaf_features.h"

namespace answerbox::engine {

// In 1/4096, by LeafFeature. A leaf's score is Weighed(row, weights).
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeights;
// Added to kLeafWeights, times LogDocuments(): what tells the right
// page of many says little about the right place of one.
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany;

// The sum of feature times weight, over 1024.
template <typename Weight, std::size_t kSize>
[[nodiscard]] std::int32_t Weighed(
    const std::array<std::int16_t, kSize>& row,
    const std::array<Weight, kSize>& weights) noexcept {
  // This is no loop, because g++ turns a loop into vector code that takes twice
  // the instructions.
  const std::int64_t sum = [&]<std::size_t... kAt>(
      std::index_sequence<kAt...>) {
    return (std::int64_t{0} + ... + (std::int64_t{row[kAt]} * weights[kAt]));
  }
  (std::make_index_sequence<kSize>());
  return static_cast<std::int32_t>(sum / kWhole);
}

}  // namespace answerbox::engine
