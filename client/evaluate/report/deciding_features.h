// Finds the features that made trees score one row above another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/answer/model/boosted_trees.h"

namespace answerbox::client {

struct DecidingFeature {
  std::size_t feature = 0;
  std::int16_t here = 0;   // Its value in the row with the higher score.
  std::int16_t there = 0;  // Its value in the other row.
  double log_odds = 0.0;   // What `here` would lose with `there`; > 0.
};

// Returns the `count` features that contribute most to the lead of `here`, the
// largest first. Each feature is measured alone, by giving it the value from
// `there`, so features that only work together are not found. Precondition:
// both rows have as many features as the trees.
[[nodiscard]] std::vector<DecidingFeature> FindDecidingFeatures(
    const engine::BoostedTrees& trees, std::span<const std::int16_t> here,
    std::span<const std::int16_t> there, std::size_t count);

}  // namespace answerbox::client
