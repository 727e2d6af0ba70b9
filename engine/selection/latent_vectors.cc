#include "engine/selection/latent_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Each iteration makes the found directions closer to the true ones.
constexpr int kPowerIterations = 3;
// A direction that is this small beside its predecessors is one of them.
constexpr double kNothing = 1e-9;

// Of the random directions: 1 or -1 (SplitMix64).
double RandomSign(std::uint64_t i) {
  std::uint64_t x = (i + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return ((x ^ (x >> 31)) & 1u) == 0 ? 1.0 : -1.0;
}

double Dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double ToDouble(Component component) {
  return static_cast<double>(component) / kWholeComponent;
}

// Multiplies with the matrix A of units and terms.
class UnitMatrix {
 public:
  explicit UnitMatrix(const UnitVectors& units) : units_(units) {}

  // [terms] to the first [units]
  void Times(std::span<const double> terms, std::span<double> result) const {
    for (std::size_t unit = 0; unit < result.size(); ++unit) {
      double sum = 0.0;
      for (const VectorTerm& term : units_.of(unit)) {
        sum += ToDouble(term.component) * terms[term.term];
      }
      result[unit] = sum;
    }
  }
  // The first [units] to [terms]
  void TransposedTimes(std::span<const double> units,
                       std::span<double> result) const {
    std::ranges::fill(result, 0.0);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      for (const VectorTerm& term : units_.of(unit)) {
        result[term.term] += ToDouble(term.component) * units[unit];
      }
    }
  }

 private:
  const UnitVectors& units_;
};

// Directions in the space of terms, made orthogonal one after another.
class Directions {
 public:
  Directions(std::size_t count, std::size_t terms, Arena& arena)
      : terms_(terms), values_(MakeSpan<double>(arena, count * terms)) {}

  [[nodiscard]] std::span<double> operator[](std::size_t i) const {
    return values_.subspan(i * terms_, terms_);
  }

  // Modified Gram-Schmidt, twice, which is enough (Giraud et al. 2005). A
  // direction that follows from the others becomes zero.
  void Orthogonalize(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      const auto direction = (*this)[i];
      const double before = std::sqrt(Dot(direction, direction));
      for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t k = 0; k < i; ++k) {
          const auto other = (*this)[k];
          const double share = Dot(direction, other);
          for (std::size_t t = 0; t < terms_; ++t) {
            direction[t] -= share * other[t];
          }
        }
      }
      const double length = std::sqrt(Dot(direction, direction));
      const bool is_new = length > kNothing * before && length > 0.0;
      for (double& value : direction) value = is_new ? value / length : 0.0;
    }
  }

 private:
  std::size_t terms_;
  std::span<double> values_;
};

void Normalize(std::span<double> vector) {
  const double length = std::sqrt(Dot(vector, vector));
  if (length <= kNothing) {
    std::ranges::fill(vector, 0.0);
    return;
  }
  for (double& value : vector) value /= length;
}

}  // namespace

LatentVectors MakeLatentVectors(const UnitVectors& units, std::size_t fitted,
                                Arena& arena) {
  const std::size_t terms = units.term_count();
  const std::size_t dimensions = std::min({kLatentDimensions, fitted, terms});
  const UnitMatrix matrix(units);
  const Directions directions(dimensions, terms, arena);
  const auto projected = MakeSpan<double>(arena, units.size());
  const auto projection = projected.first(fitted);
  for (std::size_t d = 0; d < dimensions; ++d) {
    for (std::size_t unit = 0; unit < fitted; ++unit) {
      projection[unit] = RandomSign(d * fitted + unit);
    }
    matrix.TransposedTimes(projection, directions[d]);
  }
  directions.Orthogonalize(dimensions);
  for (int iteration = 0; iteration < kPowerIterations; ++iteration) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      matrix.Times(directions[d], projection);
      matrix.TransposedTimes(projection, directions[d]);
    }
    directions.Orthogonalize(dimensions);
  }
  const auto vectors = MakeSpan<double>(arena, units.size() * dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) {
    matrix.Times(directions[d], projected);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      vectors[unit * dimensions + d] = projected[unit];
    }
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    Normalize(vectors.subspan(unit * dimensions, dimensions));
  }
  return {dimensions, vectors};
}

}  // namespace answerbox::engine
