#include "engine/answer/model/boosted_trees.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/answer/model/tree_lanes.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kTreesHeaderBytes = 32;
constexpr std::size_t kTreesChecksummedFrom = 16;

}  // namespace

std::size_t BoostedTrees::BytesOf(const TreesShape& shape) noexcept {
  return shape.trees * TreeBytes(shape.depth);
}

// Features are checked here, since Score() indexes with them unchecked.
// Thresholds and leaves may be anything.
Result<BoostedTrees> BoostedTrees::Open(std::span<const std::byte> bytes,
                                        const TreesShape& shape) noexcept {
  if (shape.trees > kMaxTrees || shape.depth == 0 ||
      shape.depth > kMaxTreeDepth || shape.features > kMaxTreeFeatures) {
    return Error{ErrorCode::kCorrupt, "model.trees", 0};
  }
  assert(bytes.size() == BytesOf(shape));
  for (std::size_t tree = 0; tree < bytes.size();
       tree += TreeBytes(shape.depth)) {
    for (std::size_t node = 0; node < InnerNodes(shape.depth); ++node) {
      if (std::to_integer<std::size_t>(bytes[tree + node]) >= shape.features) {
        return Error{ErrorCode::kCorrupt, "model.feature", tree + node};
      }
    }
  }
  BoostedTrees trees;
  trees.bytes_ = bytes;
  trees.shape_ = shape;
  return trees;
}

namespace {

// Unrolled for the depth, so that a level takes a few instructions without a
// jump.
template <unsigned kDepth>
LogOdds SumOfLeaves(const std::byte* tree, std::uint32_t trees,
                    const std::int16_t* features) noexcept {
  constexpr std::size_t kInner = InnerNodes(kDepth);
  LogOdds sum = 0;
  for (; trees != 0; --trees, tree += TreeBytes(kDepth)) {
    const std::byte* const thresholds = tree + kInner;
    const auto is_right = [&](std::size_t node) -> std::size_t {
      return features[std::to_integer<std::size_t>(tree[node])] >=
             LoadSigned16(thresholds + 2 * node);
    };
    std::size_t node = 1 + is_right(0);
    for (unsigned level = 1; level < kDepth; ++level) {
      node = 2 * node + 1 + is_right(node);
    }
    // Leaves follow the thresholds like one more level.
    sum += LoadSigned16(thresholds + 2 * node);
  }
  return sum;
}

}  // namespace

// A jump by depth once per row, not once per level.
LogOdds BoostedTrees::Score(
    std::span<const std::int16_t> features) const noexcept {
  if (shape_.trees == 0) return 0;
  assert(features.size() == shape_.features);
  static_assert(kMaxTreeDepth == 6);
  using Sum = LogOdds (*)(const std::byte*, std::uint32_t,
                          const std::int16_t*) noexcept;
  constexpr Sum kByDepth[] = {SumOfLeaves<1>, SumOfLeaves<2>, SumOfLeaves<3>,
                              SumOfLeaves<4>, SumOfLeaves<5>, SumOfLeaves<6>};
  return kByDepth[shape_.depth - 1](bytes_.data(), shape_.trees,
                                    features.data());
}

namespace {

using Eight = std::int16_t __attribute__((vector_size(16)));

// Turns eight features of eight rows into columns: three times, each row of the
// first half is interleaved with one of the second.
void TurnEight(const std::int16_t* rows, std::size_t features,
               FeatureLanes* lanes, std::size_t first_row) noexcept {
  Eight all[8];
  for (std::size_t i = 0; i < 8; ++i) {
    std::memcpy(&all[i], rows + i * features, sizeof all[i]);
  }
  for (int round = 0; round < 3; ++round) {
    const Eight before[8] = {all[0], all[1], all[2], all[3],
                             all[4], all[5], all[6], all[7]};
    for (std::size_t i = 0; i < 4; ++i) {
      all[2 * i] = __builtin_shufflevector(before[i], before[i + 4], 0, 8, 1, 9,
                                           2, 10, 3, 11);
      all[2 * i + 1] = __builtin_shufflevector(before[i], before[i + 4], 4, 12,
                                               5, 13, 6, 14, 7, 15);
    }
  }
  for (std::size_t i = 0; i < 8; ++i) {
    std::memcpy(lanes[i].rows.data() + first_row, &all[i], sizeof all[i]);
  }
}

// Rows become columns, so that a vector holds one feature of all rows.
void TurnRows(const std::int16_t* rows, std::size_t count, std::size_t features,
              FeatureLanes* lanes) noexcept {
  std::size_t i = 0;
  for (; features >= 8 && i + 8 <= count; i += 8) {
    for (std::size_t f = 0; f < features; f += 8) {
      // The last eight, if fewer are left: some are turned twice.
      const std::size_t at = std::min(f, features - 8);
      TurnEight(rows + i * features + at, features, lanes + at, i);
    }
  }
  for (; i < count; ++i) {
    for (std::size_t f = 0; f < features; ++f) {
      lanes[f].rows[i] = rows[i * features + f];
    }
  }
}

FeatureRanges RangesOf(const std::int16_t* rows, std::size_t count,
                       std::size_t features) noexcept {
  FeatureRanges ranges;
  const auto add = [&](std::size_t f, auto some) {
    std::memcpy(&some, rows + f, sizeof some);
    auto least = some;
    auto greatest = some;
    for (std::size_t i = 1; i < count; ++i) {
      std::memcpy(&some, rows + i * features + f, sizeof some);
      least = some < least ? some : least;
      greatest = some > greatest ? some : greatest;
    }
    std::memcpy(ranges.least.data() + f, &least, sizeof some);
    std::memcpy(ranges.greatest.data() + f, &greatest, sizeof some);
  };
  for (std::size_t f = 0; f < features; f += 8) {
    if (features < 8) {
      for (; f < features; ++f) add(f, std::int16_t{});
    } else {
      add(std::min(f, features - 8), Eight{});
    }
  }
  return ranges;
}

}  // namespace

void BoostedTrees::ScoreRows(std::span<const std::int16_t> rows,
                             std::size_t features,
                             std::span<LogOdds> scores) const noexcept {
  assert(rows.size() == scores.size() * features);
  // Fewer rows take fewer instructions one by one.
  constexpr std::size_t kWorthLanes = 4;
  if (shape_.trees != 0 && HasTreeLanes()) {
    assert(features == shape_.features);
    while (scores.size() >= kWorthLanes) {
      const std::size_t count = std::min(scores.size(), kTreeLanes);
      std::array<FeatureLanes, kMaxTreeFeatures> lanes;
      if (count < kTreeLanes) {
        std::fill_n(lanes.begin(), features, FeatureLanes{});
      }
      TurnRows(rows.data(), count, features, lanes.data());
      const LaneScores sums = SumOfLeavesInLanes(
          bytes_.data(), shape_.trees, shape_.depth, {lanes.data(), features},
          RangesOf(rows.data(), count, features), count);
      std::copy_n(sums.begin(), count, scores.begin());
      scores = scores.subspan(count);
      rows = rows.subspan(count * features);
    }
  }
  for (LogOdds& score : scores) {
    score = Score(rows.first(features));
    rows = rows.subspan(features);
  }
}

// As a model's header is read (answer_model.cc): sizes before bytes, and the
// checksum before any tree.
Result<TreesFile> OpenTreesFile(std::span<const std::byte> bytes,
                                const TreesFileKind& kind) noexcept {
  const auto corrupt = [](const char* field, std::uint64_t at) {
    return Error{ErrorCode::kCorrupt, field, at};
  };
  if (bytes.size() < kTreesHeaderBytes) {
    return Error{ErrorCode::kTruncated, "trees.header", bytes.size()};
  }
  if (LoadLittle64(bytes.data()) != kind.magic) {
    return corrupt("trees.magic", 0);
  }
  if (LoadLittle32(bytes.data() + 8) != kind.version) {
    return Error{ErrorCode::kUnsupportedVersion, "trees.version", 8};
  }
  const unsigned depth = std::to_integer<unsigned>(bytes[20]);
  const auto features = std::to_integer<std::size_t>(bytes[21]);
  const TreesShape first{LoadLittle16(bytes.data() + 16), depth, features};
  const TreesShape second{LoadLittle16(bytes.data() + 18), depth, features};
  if (features != kind.features) {
    return Error{ErrorCode::kUnsupportedVersion, "trees.features", 21};
  }
  if (depth > kMaxTreeDepth) return corrupt("trees.depth", 20);
  const std::size_t first_bytes = BoostedTrees::BytesOf(first);
  const std::size_t second_bytes = BoostedTrees::BytesOf(second);
  if (bytes.size() != kTreesHeaderBytes + first_bytes + second_bytes) {
    return Error{ErrorCode::kTruncated, "trees.size", bytes.size()};
  }
  if (ComputeChecksum(bytes.subspan(kTreesChecksummedFrom)) !=
      LoadLittle32(bytes.data() + 12)) {
    return corrupt("trees.checksum", 12);
  }
  const auto trees = bytes.subspan(kTreesHeaderBytes);
  auto first_trees = BoostedTrees::Open(trees.first(first_bytes), first);
  if (!first_trees) return first_trees.error();
  auto second_trees = BoostedTrees::Open(trees.subspan(first_bytes), second);
  if (!second_trees) return second_trees.error();
  return TreesFile{*first_trees, *second_trees};
}

}  // namespace answerbox::engine
