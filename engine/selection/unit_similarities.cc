#include "engine/selection/unit_similarities.h"

#include <algorithm>
#include <cmath>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

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
