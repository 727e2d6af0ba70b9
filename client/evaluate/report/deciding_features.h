// Which features made trees score one row above another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/answer/model/boosted_trees.h"

namespace answerbox::client {

struct DecidingFeature {
  std::size_t feature = 0;
  std::int16_t here = 0;   // Its value in the row that scores more.
  std::int16_t there = 0;  // In the other.
  double log_odds = 0.0;   // What `here` loses by the value of `there`; > 0.
};

// The `count` features that `here` owes most of its lead to, most first: each
// alone is exchanged for that of `there`. Features that work only together are
// not found so. Precondition: both rows have as many features as the trees.
[[nodiscard]] std::vector<DecidingFeature> FindDecidingFeatures(
    const engine::BoostedTrees& trees, std::span<const std::int16_t> here,
    std::span<const std::int16_t> there, std::size_t count);

}  // namespace answerbox::client
