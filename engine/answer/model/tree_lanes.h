// Several rows at a time through boosted trees, a row in each lane of a vector.
// All nodes that some row may come to are compared, which takes fewer
// instructions than a walk from the root to a leaf for each row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/index/format/little_endian.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

// A vector register has so many numbers of 16 bits.
#if defined(__x86_64__)
inline constexpr std::size_t kVectorLanes = 16;
#else
inline constexpr std::size_t kVectorLanes = 8;
#endif
// How many rows: a node that is read is compared with two registers of them.
inline constexpr std::size_t kTreeLanes = 2 * kVectorLanes;

// One feature of all rows.
struct alignas(2 * kTreeLanes) FeatureLanes {
  std::array<std::int16_t, kTreeLanes> rows;
};

// The least and the greatest value of each feature in all rows.
struct FeatureRanges {
  std::array<std::int16_t, kMaxTreeFeatures> least;
  std::array<std::int16_t, kMaxTreeFeatures> greatest;
};

using LaneScores = std::array<LogOdds, kTreeLanes>;

// Whether this machine has the instructions: AVX2, or NEON on a 64-bit ARM.
[[nodiscard]] bool HasTreeLanes() noexcept;

// The sum of one leaf per tree, for each row: the same as
// BoostedTrees::Score(). Precondition: HasTreeLanes(). Allocates nothing.
//   trees     so many trees of this depth
//   features  every feature that they name
//   ranges    of the same features, in the lanes that count
//   rows      so many of the lanes count; the scores of others may be anything
[[nodiscard]] LaneScores SumOfLeavesInLanes(
    const std::byte* trees, std::uint32_t count, unsigned depth,
    std::span<const FeatureLanes> features, const FeatureRanges& ranges,
    std::size_t rows) noexcept;

// How a tree lies in a model: the features of the inner nodes (1 byte each),
// their thresholds (2 bytes each), then the leaves (2 bytes each). Nodes are
// stored level by level from the root, and all trees of a model follow each
// other. Layout: docs/lab/model-format.md, "Trees".
constexpr std::size_t InnerNodes(unsigned depth) {
  return (std::size_t{1} << depth) - 1;
}

constexpr std::size_t TreeBytes(unsigned depth) {
  return 3 * InnerNodes(depth) + 2 * (InnerNodes(depth) + 1);
}

// A threshold or a leaf.
inline std::int16_t LoadSigned16(const std::byte* from) noexcept {
  return static_cast<std::int16_t>(LoadLittle16(from));
}

// Items of some kind, with their features, that wait until there are enough of
// them for trees to score together.
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
