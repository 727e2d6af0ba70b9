#include "engine/answer/boosted_trees.h"

#include <cassert>

#include "engine/index/little_endian.h"

namespace answerbox::engine {
namespace {

// A tree: a feature (1 byte) of every inner node, a threshold (2) of every
// inner node, a leaf (2) of every end; nodes level by level from the root.
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

LogOdds BoostedTrees::Score(
    std::span<const std::int16_t> features) const noexcept {
  assert(features.size() == shape_.features);
  const std::size_t inner = InnerNodes(shape_.depth);
  LogOdds sum = 0;
  const std::byte* tree = bytes_.data();
  for (std::uint32_t i = 0; i < shape_.trees; ++i) {
    const std::byte* const thresholds = tree + inner;
    const std::byte* const leaves = thresholds + 2 * inner;
    std::size_t node = 0;
    for (unsigned level = 0; level < shape_.depth; ++level) {
      const std::int16_t value =
          features[std::to_integer<std::size_t>(tree[node])];
      const bool right = value >= LoadSigned16(thresholds + 2 * node);
      node = 2 * node + 1 + (right ? 1 : 0);
    }
    sum += LoadSigned16(leaves + 2 * (node - inner));
    tree = leaves + 2 * (inner + 1);
  }
  return sum;
}

}  // namespace answerbox::engine
