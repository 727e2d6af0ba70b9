#include "engine/answer/model/tree_lanes.h"

#include <cassert>
#include <cstring>

#include "engine/answer/model/boosted_trees.h"

#if defined(__x86_64__)
#define ANSWERBOX_LANES_TARGET [[gnu::target("avx2")]]
#elif defined(__aarch64__)
#define ANSWERBOX_LANES_TARGET
#endif

namespace answerbox::engine {

#if defined(ANSWERBOX_LANES_TARGET)

namespace {

// In the vector extensions that g++ and clang share.
using Lanes = std::int16_t __attribute__((vector_size(2 * kTreeLanes)));
using Sums = std::int32_t __attribute__((vector_size(32)));  // Of eight rows.
static_assert(sizeof(Lanes) == sizeof(FeatureLanes));

// A vector for one instruction set must not be an argument or a result of a
// function for another, so values are handed on by reference.
[[gnu::always_inline]] inline void Splat(const std::byte* from,
                                         Lanes& lanes) noexcept {
  lanes = Lanes{} + LoadSigned16(from);
}

// Finds the leaves below a node.
template <unsigned kDepth, unsigned kLevel, std::size_t kNode>
[[gnu::always_inline]] inline void FindLeaves(const std::byte* tree,
                                              const FeatureLanes* features,
                                              Lanes& leaves) noexcept {
  const std::byte* const thresholds = tree + InnerNodes(kDepth);
  // Leaves follow the thresholds like one more level.
  Splat(thresholds + 2 * kNode, leaves);
  if constexpr (kLevel < kDepth) {
    Lanes feature;
    std::memcpy(&feature, &features[std::to_integer<std::size_t>(tree[kNode])],
                sizeof feature);
    const Lanes is_left = leaves > feature;
    Lanes left;
    Lanes right;
    FindLeaves<kDepth, kLevel + 1, 2 * kNode + 1>(tree, features, left);
    FindLeaves<kDepth, kLevel + 1, 2 * kNode + 2>(tree, features, right);
    leaves = is_left ? left : right;
  }
}

template <typename AnyLanes>
[[gnu::always_inline]] inline void Add(const AnyLanes& leaves,
                                       Sums* sums) noexcept {
  if constexpr (sizeof leaves == 16) {
    sums[0] += __builtin_convertvector(leaves, Sums);
  } else {
    // By halves, because g++ takes many instructions to widen all at once.
    sums[0] += __builtin_convertvector(
        __builtin_shufflevector(leaves, leaves, 0, 1, 2, 3, 4, 5, 6, 7), Sums);
    sums[1] += __builtin_convertvector(
        __builtin_shufflevector(leaves, leaves, 8, 9, 10, 11, 12, 13, 14, 15),
        Sums);
  }
}

template <unsigned kDepth>
ANSWERBOX_LANES_TARGET void SumLeaves(const std::byte* tree,
                                      std::uint32_t count,
                                      const FeatureLanes* features,
                                      LaneScores& scores) noexcept {
  std::array<Sums, kTreeLanes / 8> sums{};
  for (; count != 0; --count, tree += TreeBytes(kDepth)) {
    Lanes leaves;
    FindLeaves<kDepth, 0, 0>(tree, features, leaves);
    Add(leaves, sums.data());
  }
  static_assert(sizeof sums == sizeof scores);
  std::memcpy(&scores, &sums, sizeof scores);
}

}  // namespace

// Asked each time, as the answer is a load from memory that the compiler's
// runtime fills at start.
bool HasTreeLanes() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

LaneScores SumOfLeavesInLanes(const std::byte* trees, std::uint32_t count,
                              unsigned depth,
                              std::span<const FeatureLanes> features) noexcept {
  assert(depth >= 1 && depth <= kMaxTreeDepth);
  static_assert(kMaxTreeDepth == 6);
  using Sum = void (*)(const std::byte*, std::uint32_t, const FeatureLanes*,
                       LaneScores&) noexcept;
  constexpr Sum kByDepth[] = {SumLeaves<1>, SumLeaves<2>, SumLeaves<3>,
                              SumLeaves<4>, SumLeaves<5>, SumLeaves<6>};
  LaneScores scores;
  kByDepth[depth - 1](trees, count, features.data(), scores);
  return scores;
}

#else

bool HasTreeLanes() noexcept { return false; }

LaneScores SumOfLeavesInLanes(const std::byte*, std::uint32_t, unsigned,
                              std::span<const FeatureLanes>) noexcept {
  assert(false);
  return {};
}

#endif

}  // namespace answerbox::engine
