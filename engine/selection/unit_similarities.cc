#include "engine/selection/unit_similarities.h"

#include <algorithm>
#include <cmath>

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

SparseRows::SparseRows(const UnitVectors& vectors, Arena& arena)
    : vectors_(vectors),
      begins_(MakeSpan<std::uint32_t>(arena,
                                      std::size_t{vectors.term_count()} + 1)),
      holders_(MakeBuffer<Holder>(arena, vectors.all().size())),
      sums_(MakeSpan<std::uint64_t>(arena, vectors.size())) {
  // begins_[t + 1] counts the holders of t, then becomes where the next one
  // goes, and at last where the holders of t + 1 begin.
  for (const VectorTerm& term : vectors.all()) {
    if (term.term + 1 < vectors.term_count()) ++begins_[term.term + 2];
  }
  for (std::size_t t = 2; t < begins_.size(); ++t) begins_[t] += begins_[t - 1];
  for (std::size_t unit = 0; unit < vectors.size(); ++unit) {
    for (const VectorTerm& term : vectors.of(unit)) {
      holders_[begins_[term.term + 1]++] = {static_cast<std::uint32_t>(unit),
                                            term.component};
    }
  }
}

void SparseRows::Row(std::size_t unit, std::span<Q16> cosines) const {
  std::ranges::fill(sums_, 0);
  for (const VectorTerm& term : vectors_.of(unit)) {
    const auto holders = holders_.subspan(
        begins_[term.term], begins_[term.term + 1] - begins_[term.term]);
    for (const Holder& holder : holders) {
      // Components are at most 65,535, so each product has 32 bits, and a unit
      // has fewer than 2^32 terms.
      sums_[holder.unit] += std::uint32_t{term.component} * holder.component;
    }
  }
  // A sum counts 1 / 65535^2, hence 65535 / 65536 of what is written.
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    cosines[i] = Q16::FromRaw(static_cast<std::int64_t>(
        std::min<std::uint64_t>(sums_[i] / kWholeComponent, Q16::kOne)));
  }
}

Q16 DenseCosine(std::span<const double> a, std::span<const double> b) noexcept {
  double dot = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) dot += a[i] * b[i];
  return Q16::FromRaw(static_cast<std::int64_t>(
      std::floor(std::clamp(dot, -1.0, 1.0) * Q16::kOne + 0.5)));
}

// The square root of a double is exact enough for whole numbers below 2^52.
Q16 UnitDistance(Q16 cosine) noexcept {
  const auto square = static_cast<double>(
      (2 * std::int64_t{Q16::kOne} - 2 * std::int64_t{cosine.raw()})
      << Q16::kFractionBits);
  return Q16::FromRaw(static_cast<std::int32_t>(std::sqrt(square)));
}

void DenseRows::Row(std::size_t unit, std::span<Q16> cosines) const {
  const auto vector = vectors_.subspan(unit * dimensions_, dimensions_);
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    cosines[i] =
        DenseCosine(vector, vectors_.subspan(i * dimensions_, dimensions_));
  }
}

}  // namespace answerbox::engine
