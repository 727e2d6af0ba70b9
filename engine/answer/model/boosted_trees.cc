#include "engine/answer/model/boosted_trees.h"

#include <cassert>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

// A tree: the features of the inner nodes (1 byte each), their thresholds (2
// bytes each), then the leaves (2 bytes each). Nodes are stored level by level
// from the root.
constexpr std::size_t InnerNodes(unsigned depth) {
  return (std::size_t{1} << depth) - 1;
}

constexpr std::size_t TreeBytes(unsigned depth) {
  return 3 * InnerNodes(depth) + 2 * (InnerNodes(depth) + 1);
}

std::int16_t LoadSigned16(const std::byte* from) noexcept {
  return static_cast<std::int16_t>(LoadLittle16(from));
}

}  // namespace

std::size_t BoostedTrees::BytesOf(const TreesShape& shape) noexcept {
  return shape.trees * TreeBytes(shape.depth);
}

Result<BoostedTrees> BoostedTrees::Open(std::span<const std::byte> bytes,
                                        const TreesShape& shape) noexcept {
  if (shape.trees > kMaxTrees || shape.depth == 0 ||
      shape.depth > kMaxTreeDepth) {
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

}  // namespace answerbox::engine
