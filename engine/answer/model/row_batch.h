// Rows that wait until there are enough of them for trees to score together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/answer/model/tree_lanes.h"

namespace answerbox::engine {

// Items of some kind, with their features.
template <typename Item, std::size_t kFeatures>
class RowBatch {
 public:
  using Row = std::array<std::int16_t, kFeatures>;

  [[nodiscard]] bool full() const noexcept { return count_ == kTreeLanes; }

  // Precondition: not full().
  void Add(const Item& item, const Row& row) noexcept {
    items_[count_] = item;
    rows_[count_++] = row;
  }

  // Calls take(item, row, score) for each in the order of Add(), and empties
  // the batch.
  template <typename Take>
  void Score(const BoostedTrees& trees, Take take) {
    std::array<LogOdds, kTreeLanes> scores;
    trees.ScoreEach(std::span<const Row>(rows_).first(count_),
                    std::span(scores).first(count_));
    for (std::size_t i = 0; i < count_; ++i) {
      take(items_[i], rows_[i], scores[i]);
    }
    count_ = 0;
  }

 private:
  std::array<Item, kTreeLanes> items_;
  std::array<Row, kTreeLanes> rows_;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
