// Boosted decision trees on integers: the ranker and the judge of answers. Each
// tree is complete, so that a walk down it is a fixed number of comparisons;
// the bytes are docs/model-format.md, "Trees".
//
// A score is the sum of one leaf a tree, a log-odds in signed Q12: 4096 is 1.0.
// Leaves are 16 bits and trees at most kMaxTrees, so that sums fit in 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/evidence/log_odds.h"
#include "engine/result.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxTrees = 2047;
inline constexpr unsigned kMaxTreeDepth = 6;

struct TreesShape {
  std::uint32_t trees = 0;
  unsigned depth = 0;
  std::size_t features = 0;
};

class BoostedTrees {
 public:
  // No trees: every score is 0.
  BoostedTrees() = default;

  [[nodiscard]] static std::size_t BytesOf(const TreesShape& shape) noexcept;

  //   bytes  BytesOf(shape) of them; they outlive the result
  // Errors: kCorrupt when a node asks for a feature that is not there, or the
  // shape is past its limits.
  [[nodiscard]] static Result<BoostedTrees> Open(
      std::span<const std::byte> bytes, const TreesShape& shape) noexcept;

  // Precondition: as many features as the shape says. Allocates nothing.
  [[nodiscard]] LogOdds Score(
      std::span<const std::int16_t> features) const noexcept;

  [[nodiscard]] std::size_t feature_count() const noexcept {
    return shape_.features;
  }

 private:
  std::span<const std::byte> bytes_;
  TreesShape shape_;
};

}  // namespace answerbox::engine
