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
using Lanes = std::int16_t __attribute__((vector_size(2 * kVectorLanes)));
using Sums = std::int32_t __attribute__((vector_size(32)));  // Of eight rows.
static_assert(sizeof(FeatureLanes) == 2 * sizeof(Lanes));
constexpr std::size_t kSumsPerVector = kVectorLanes / 8;

// Each function has the target: g++ takes vector operations apart before it
// inlines them. A vector for one instruction set must not be an argument or a
// result of a function for another, so values are handed on by reference.
ANSWERBOX_LANES_TARGET [[gnu::always_inline]] inline void Splat(
    const std::byte* from, Lanes& lanes) noexcept {
  lanes = Lanes{} + LoadSigned16(from);
}

// Finds the leaves below a node, in one vector of rows or in two.
template <unsigned kDepth, unsigned kLevel, std::size_t kNode,
          std::size_t kVectors>
ANSWERBOX_LANES_TARGET [[gnu::always_inline]] inline void FindLeaves(
    const std::byte* tree, const FeatureLanes* features,
    Lanes (&leaves)[kVectors]) noexcept {
  const std::byte* const thresholds = tree + InnerNodes(kDepth);
  // Leaves follow the thresholds like one more level.
  Lanes node;
  Splat(thresholds + 2 * kNode, node);
  if constexpr (kLevel == kDepth) {
    for (Lanes& leaf : leaves) leaf = node;
  } else {
    const auto& rows = features[std::to_integer<std::size_t>(tree[kNode])].rows;
    Lanes left[kVectors];
    Lanes right[kVectors];
    FindLeaves<kDepth, kLevel + 1, 2 * kNode + 1>(tree, features, left);
    FindLeaves<kDepth, kLevel + 1, 2 * kNode + 2>(tree, features, right);
    for (std::size_t v = 0; v < kVectors; ++v) {
      Lanes feature;
      std::memcpy(&feature, rows.data() + v * kVectorLanes, sizeof feature);
      leaves[v] = node > feature ? left[v] : right[v];
    }
  }
}

template <typename AnyLanes>
ANSWERBOX_LANES_TARGET [[gnu::always_inline]] inline void Add(
    const AnyLanes& leaves, Sums* sums) noexcept {
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

template <unsigned kDepth, std::size_t kVectors>
ANSWERBOX_LANES_TARGET void SumLeaves(const std::byte* tree,
                                      std::uint32_t count,
                                      const FeatureLanes* features,
                                      LaneScores& scores) noexcept {
  Sums sums[kVectors * kSumsPerVector] = {};
  for (; count != 0; --count, tree += TreeBytes(kDepth)) {
    Lanes leaves[kVectors];
    FindLeaves<kDepth, 0, 0>(tree, features, leaves);
    for (std::size_t v = 0; v < kVectors; ++v) {
      Add(leaves[v], sums + v * kSumsPerVector);
    }
  }
  static_assert(sizeof sums <= sizeof scores);
  std::memcpy(&scores, &sums, sizeof sums);
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
                              std::span<const FeatureLanes> features,
                              std::size_t rows) noexcept {
  assert(depth >= 1 && depth <= kMaxTreeDepth && rows <= kTreeLanes);
  static_assert(kMaxTreeDepth == 6);
  using Sum = void (*)(const std::byte*, std::uint32_t, const FeatureLanes*,
                       LaneScores&) noexcept;
  constexpr Sum kByDepth[][2] = {
      {SumLeaves<1, 1>, SumLeaves<1, 2>}, {SumLeaves<2, 1>, SumLeaves<2, 2>},
      {SumLeaves<3, 1>, SumLeaves<3, 2>}, {SumLeaves<4, 1>, SumLeaves<4, 2>},
      {SumLeaves<5, 1>, SumLeaves<5, 2>}, {SumLeaves<6, 1>, SumLeaves<6, 2>}};
  LaneScores scores{};
  kByDepth[depth - 1][rows > kVectorLanes](trees, count, features.data(),
                                           scores);
  return scores;
}

#else

bool HasTreeLanes() noexcept { return false; }

LaneScores SumOfLeavesInLanes(const std::byte*, std::uint32_t, unsigned,
                              std::span<const FeatureLanes>,
                              std::size_t) noexcept {
  assert(false);
  return {};
}

#endif

}  // namespace answerbox::engine
