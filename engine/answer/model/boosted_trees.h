// Boosted decision trees on integers, used for ranking and for confidence. Each
// tree is complete, so every walk makes the same number of comparisons. Layout:
// docs/lab/model-format.md, "Trees".
//
// A score is the sum of one leaf per tree: log-odds in signed Q12, so 4096 is
// 1.0. Leaves have 16 bits and there are at most kMaxTrees trees, so a score
// fits in 32 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/integer_logarithm.h"
#include "engine/result.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxTrees = 2047;
inline constexpr unsigned kMaxTreeDepth = 6;
inline constexpr std::size_t kMaxTreeFeatures = 255;

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

  //   bytes  BytesOf(shape) bytes; they outlive the result
  // Errors: kCorrupt if a node names a feature that does not exist, or the
  // shape exceeds its limits.
  [[nodiscard]] static Result<BoostedTrees> Open(
      std::span<const std::byte> bytes, const TreesShape& shape) noexcept;

  // Precondition: as many features as the shape says. Allocates nothing.
  [[nodiscard]] LogOdds Score(
      std::span<const std::int16_t> features) const noexcept;

  // Writes the score of each row, the same as Score() finds. Where
  // HasTreeLanes() is true, many rows take less than half the instructions.
  // Preconditions: as Score(); as many scores as rows. Allocates nothing.
  template <std::size_t kFeatures>
  void ScoreEach(std::span<const std::array<std::int16_t, kFeatures>> rows,
                 std::span<LogOdds> scores) const noexcept {
    if (rows.empty()) return;
    ScoreRows({rows.front().data(), rows.size() * kFeatures}, kFeatures,
              scores);
  }

  [[nodiscard]] std::size_t feature_count() const noexcept {
    return shape_.features;
  }

 private:
  // `rows` follow each other.
  void ScoreRows(std::span<const std::int16_t> rows, std::size_t features,
                 std::span<LogOdds> scores) const noexcept;

  std::span<const std::byte> bytes_;
  TreesShape shape_;
};

// What a file of a kind begins with.
struct TreesFileKind {
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::size_t features = 0;
};

struct TreesFile {
  BoostedTrees first;
  BoostedTrees second;
};

// Checks everything. `bytes` outlive the result.
// Errors: kTruncated, kCorrupt, kUnsupportedVersion.
[[nodiscard]] Result<TreesFile> OpenTreesFile(
    std::span<const std::byte> bytes, const TreesFileKind& kind) noexcept;

}  // namespace answerbox::engine
