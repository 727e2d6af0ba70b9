#include "engine/answer/units/leaf_probabilities.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/fixed_point.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

// Units are made around so many of the most probable leaves.
constexpr std::size_t kPromisingLeaves = 48;

// As narrow as features, because then eight products are summed at once.
using Weights = std::array<std::int16_t, kLeafFeatures>;

// Between weights for few documents and for many, by the logarithm of their
// number.
Weights WeightsFor(std::int64_t log_documents) {
  Weights weights;
  for (std::size_t i = 0; i < kLeafFeatures; ++i) {
    const std::int64_t weight =
        kLeafWeights[i] + kLeafWeightsOfMany[i] * log_documents / kWhole;
    assert(std::abs(weight) <= INT16_MAX);
    weights[i] = static_cast<std::int16_t>(weight);
  }
  return weights;
}

// Features are about 2^12 at most, and all weights together are below 2^18.
std::int32_t Weighed(const LeafRow& row, const Weights& weights) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] * weights[i];
  return sum / kWhole;
}

}  // namespace

std::int64_t LogDocuments(std::uint64_t documents) noexcept {
  // Weights were fitted to collections of up to some 2,000.
  constexpr std::uint64_t kMost = 2048;
  return std::int64_t{
             LnRatioQ16(std::clamp<std::uint64_t>(documents, 1, kMost), 1)} *
         kWhole / (8 * std::int64_t{Q16::kOne});
}

// Sums before each leaf make the probability of any unit one subtraction.
LeafProbabilities::LeafProbabilities(const Leaves& leaves,
                                     std::span<const LeafRow> rows,
                                     std::int64_t log_documents, Arena& arena,
                                     const LeafRelations& relations)
    : sums_(MakeSpan<std::int32_t>(arena, rows.size() + 1)),
      promising_(MakeSpan<std::uint32_t>(arena, rows.size() + 1)) {
  FindPowers(leaves.leaves, rows, log_documents, relations, arena);
  if (empty()) return;
  if (!relations.same_as.empty()) DropCopies(relations.same_as, arena);
  std::int64_t total = 0;
  for (const std::int32_t power : powers_) total += power;
  const std::int32_t least = LeastPromising(arena);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const bool is_copy = !relations.same_as.empty() && powers_[i] == 0;
    const bool is_promising =
        leaves.leaves[i].can_answer && powers_[i] >= least && !is_copy;
    sums_[i + 1] = sums_[i] + static_cast<std::int32_t>(
                                  std::int64_t{powers_[i]} * 65536 / total);
    promising_[i + 1] = promising_[i] + (is_promising ? 1 : 0);
  }
  best_ = BestOf(0, static_cast<std::uint32_t>(rows.size()));
}

// Less the highest, so that the greatest power is 1 and none overflows.
void LeafProbabilities::FindPowers(std::span<const Leaf> leaves,
                                   std::span<const LeafRow> rows,
                                   std::int64_t log_documents,
                                   const LeafRelations& relations,
                                   Arena& arena) {
  const Weights weights = WeightsFor(log_documents);
  const auto odds = MakeSpan<std::int32_t>(arena, rows.size());
  std::int32_t highest = INT32_MIN;
  bool has_leaf = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!leaves[i].can_answer) continue;
    odds[i] = Weighed(rows[i], weights);
    if (!relations.against.empty()) odds[i] -= relations.against[i];
    highest = std::max(highest, odds[i]);
    has_leaf = true;
  }
  if (!has_leaf) return;
  powers_ = MakeSpan<std::int32_t>(arena, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (leaves[i].can_answer) powers_[i] = ExpQ16(odds[i] - highest);
  }
}

// Of leaves that say the same, the most probable stays, the first of equals.
void LeafProbabilities::DropCopies(std::span<const std::uint32_t> same_as,
                                   Arena& arena) {
  const auto best = MakeSpan<std::uint32_t>(arena, powers_.size());
  for (std::uint32_t i = 0; i < best.size(); ++i) {
    const std::uint32_t first = same_as[i];
    if (first == i || powers_[i] > powers_[best[first]]) best[first] = i;
  }
  for (std::uint32_t i = 0; i < best.size(); ++i) {
    if (best[same_as[i]] != i) powers_[i] = 0;
  }
}

// Equal ones at the edge are all promising, so that the result does not depend
// on the selection's order. A leaf of probability 0 is not, as hundreds may be.
std::int32_t LeafProbabilities::LeastPromising(Arena& arena) const {
  if (powers_.size() <= kPromisingLeaves) return 0;
  const auto sorted = MakeSpan<std::int32_t>(arena, powers_.size());
  std::ranges::copy(powers_, sorted.begin());
  const auto place =
      sorted.begin() + static_cast<std::ptrdiff_t>(kPromisingLeaves - 1);
  std::ranges::nth_element(sorted, place, std::ranges::greater{});
  return std::max(1, *place);
}

std::uint32_t LeafProbabilities::BestOf(std::uint32_t begin,
                                        std::uint32_t end) const noexcept {
  std::uint32_t best = begin;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (powers_[i] > powers_[best]) best = i;
  }
  return best;
}

}  // namespace answerbox::engine
