#include "engine/selection/unit_vectors.h"

#include <algorithm>

#include "engine/numeric/arena_span.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

// Higher counts of a term in a unit have no more weight.
constexpr std::uint32_t kMaxCount = 255;

// Returns ln((n + 1) / (n_t + 1/2)) in 1/256. It is at least 1, so that units
// are still alike whose only terms occur in all units.
std::uint32_t RarityQ8(std::uint32_t units, std::uint32_t holding) {
  const auto rarity =
      static_cast<std::uint32_t>(LnRatioQ16(2 * (std::uint64_t{units} + 1),
                                            2 * std::uint64_t{holding} + 1) >>
                                 8);
  return std::max(rarity, 1u);
}

}  // namespace

UnitVectors::UnitVectors(std::span<const std::uint32_t> begins,
                         std::span<const CountedTerm> terms,
                         std::uint32_t term_count, Arena& arena)
    : begins_(begins),
      terms_(MakeBuffer<VectorTerm>(arena, terms.size())),
      term_count_(term_count) {
  const auto rarity = MakeSpan<std::uint32_t>(arena, term_count);
  for (const CountedTerm& term : terms) ++rarity[term.term];
  for (std::uint32_t& holding : rarity) {
    holding = RarityQ8(static_cast<std::uint32_t>(size()), holding);
  }
  for (std::size_t unit = 0; unit < size(); ++unit) {
    const std::uint32_t begin = begins[unit];
    const std::uint32_t end = begins[unit + 1];
    // Weights are below 2^20 and terms below 2^12, so squares are below 2^52.
    std::uint64_t squares = 0;
    const auto weight_of = [&](std::uint32_t i) {
      return std::uint64_t{std::min(terms[i].count, kMaxCount)} *
             rarity[terms[i].term];
    };
    for (std::uint32_t i = begin; i < end; ++i) {
      squares += weight_of(i) * weight_of(i);
    }
    // In 1/64, so that rounding it down hardly counts.
    const std::uint64_t length = std::max(IntegerSquareRoot(squares << 12), 1u);
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint64_t component =
          (weight_of(i) << 6) * kWholeComponent / length;
      terms_[i] = {terms[i].term,
                   static_cast<Component>(
                       std::min<std::uint64_t>(component, kWholeComponent))};
    }
  }
}

std::span<Q16> CosinesWithSum(const UnitVectors& vectors,
                              std::span<const Q16> weights, Arena& arena) {
  const auto sum = MakeSpan<std::uint64_t>(arena, vectors.term_count());
  for (std::size_t unit = 0; unit < vectors.size(); ++unit) {
    // Weights are not negative, so the sum is not either, and its greatest
    // component bounds the others.
    const auto weight = static_cast<std::uint64_t>(weights[unit].raw());
    if (weight == 0) continue;
    for (const VectorTerm& term : vectors.of(unit)) {
      sum[term.term] += weight * term.component;
    }
  }
  // Scales the components of the sum to 1/65535 of the greatest.
  const std::uint64_t greatest =
      sum.empty() ? 0 : *std::max_element(sum.begin(), sum.end());
  const auto cosines = MakeSpan<Q16>(arena, vectors.size());
  if (greatest == 0) return cosines;
  // Dividing this way needs no product of more than 64 bits: each component of
  // the sum has 16 bits, and a dot product of 2^32 terms stays below 2^64.
  const std::uint64_t unit_of_sum = greatest / kWholeComponent + 1;
  std::uint64_t squares = 0;
  for (std::uint64_t& component : sum) {
    component /= unit_of_sum;
    squares += component * component;
  }
  const std::uint64_t length = std::max(IntegerSquareRoot(squares), 1u);
  for (std::size_t unit = 0; unit < vectors.size(); ++unit) {
    std::uint64_t dot = 0;
    for (const VectorTerm& term : vectors.of(unit)) {
      dot += sum[term.term] * term.component;
    }
    const std::uint64_t cosine = dot / length;  // In 1/65535.
    cosines[unit] = Q16::FromRaw(
        static_cast<std::int64_t>(std::min<std::uint64_t>(cosine, Q16::kOne)));
  }
  return cosines;
}

}  // namespace answerbox::engine
