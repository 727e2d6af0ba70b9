#include "engine/answer/model/tree_lanes.h"

#include <cassert>
#include <cstring>

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
// Sums of 32 bits for the even rows, or for the odd ones.
using Sums = std::int32_t __attribute__((vector_size(2 * kVectorLanes)));
static_assert(sizeof(FeatureLanes) == 2 * sizeof(Lanes));

// So few levels at the bottom of a tree take less than asking which are needed.
constexpr unsigned kUnasked = 2;

// Each function has the target: g++ takes vector operations apart before it
// inlines them. A vector for one instruction set must not be an argument or a
// result of a function for another, so values are handed on by reference.
ANSWERBOX_LANES_TARGET [[gnu::always_inline]] inline void Splat(
    const std::byte* from, Lanes& lanes) noexcept {
  lanes = Lanes{} + LoadSigned16(from);
}

// Finds the leaves below a node, in one vector of rows or in two. What no row
// comes to is left out: units of one page are alike, so all go the same way at
// half the nodes.
template <unsigned kDepth, unsigned kLevel, std::size_t kNode,
          std::size_t kVectors>
ANSWERBOX_LANES_TARGET [[gnu::always_inline]] inline void FindLeaves(
    const std::byte* tree, const FeatureLanes* features,
    const FeatureRanges& ranges, Lanes (&leaves)[kVectors]) noexcept {
  const std::byte* const thresholds = tree + InnerNodes(kDepth);
  // Leaves follow the thresholds like one more level.
  Lanes node;
  Splat(thresholds + 2 * kNode, node);
  if constexpr (kLevel == kDepth) {
    for (Lanes& leaf : leaves) leaf = node;
  } else {
    constexpr bool kAsked = kLevel + kUnasked < kDepth;
    const auto feature = std::to_integer<std::size_t>(tree[kNode]);
    const std::int16_t threshold = LoadSigned16(thresholds + 2 * kNode);
    const auto& rows = features[feature].rows;
    Lanes left[kVectors] = {};
    Lanes right[kVectors] = {};
    if (!kAsked || ranges.least[feature] < threshold) {
      FindLeaves<kDepth, kLevel + 1, 2 * kNode + 1>(tree, features, ranges,
                                                    left);
    }
    if (!kAsked || ranges.greatest[feature] >= threshold) {
      FindLeaves<kDepth, kLevel + 1, 2 * kNode + 2>(tree, features, ranges,
                                                    right);
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      Lanes values;
      std::memcpy(&values, rows.data() + v * kVectorLanes, sizeof values);
      leaves[v] = node > values ? left[v] : right[v];
    }
  }
}

template <unsigned kDepth, std::size_t kVectors>
ANSWERBOX_LANES_TARGET void SumLeaves(const std::byte* tree,
                                      std::uint32_t count,
                                      const FeatureLanes* features,
                                      const FeatureRanges& ranges,
                                      LaneScores& scores) noexcept {
  Sums even[kVectors] = {};
  Sums odd[kVectors] = {};
  for (; count != 0; --count, tree += TreeBytes(kDepth)) {
    Lanes leaves[kVectors];
    FindLeaves<kDepth, 0, 0>(tree, features, ranges, leaves);
    for (std::size_t v = 0; v < kVectors; ++v) {
      // Two rows in each number, the even one in the lower half.
      const auto pairs = reinterpret_cast<Sums>(leaves[v]);
      even[v] += pairs << 16 >> 16;
      odd[v] += pairs >> 16;
    }
  }
  constexpr std::size_t kPairs = kVectorLanes / 2;
  for (std::size_t i = 0; i < kVectors * kPairs; ++i) {
    scores[2 * i] = even[i / kPairs][i % kPairs];
    scores[2 * i + 1] = odd[i / kPairs][i % kPairs];
  }
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
                              const FeatureRanges& ranges,
                              std::size_t rows) noexcept {
  assert(depth >= 1 && depth <= kMaxTreeDepth && rows <= kTreeLanes);
  static_assert(kMaxTreeDepth == 6);
  using Sum = void (*)(const std::byte*, std::uint32_t, const FeatureLanes*,
                       const FeatureRanges&, LaneScores&) noexcept;
  constexpr Sum kByDepth[][2] = {
      {SumLeaves<1, 1>, SumLeaves<1, 2>}, {SumLeaves<2, 1>, SumLeaves<2, 2>},
      {SumLeaves<3, 1>, SumLeaves<3, 2>}, {SumLeaves<4, 1>, SumLeaves<4, 2>},
      {SumLeaves<5, 1>, SumLeaves<5, 2>}, {SumLeaves<6, 1>, SumLeaves<6, 2>}};
  LaneScores scores{};
  kByDepth[depth - 1][rows > kVectorLanes](trees, count, features.data(),
                                           ranges, scores);
  return scores;
}

#else

bool HasTreeLanes() noexcept { return false; }

LaneScores SumOfLeavesInLanes(const std::byte*, std::uint32_t, unsigned,
                              std::span<const FeatureLanes>,
                              const FeatureRanges&, std::size_t) noexcept {
  assert(false);
  return {};
}

#endif

}  // namespace answerbox::engine
