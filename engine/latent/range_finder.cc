#include "engine/latent/range_finder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace answerbox::engine {
namespace {

// A direction that is this small beside its predecessors is one of them.
constexpr double kNothing = 1e-9;

double ToDouble(Component component) {
  return static_cast<double>(component) / kWholeComponent;
}

// Adds in four parts, so that an addition need not wait for the one before.
double Dot(std::span<const double> a, std::span<const double> b) {
  constexpr std::size_t kParts = 4;
  // A fixed order of additions, so that every machine gets the same bits; the
  // compiler may not change it.
  std::array<double, kParts> parts{};
  std::size_t i = 0;
  for (; i + kParts <= a.size(); i += kParts) {
    for (std::size_t part = 0; part < kParts; ++part) {
      parts[part] += a[i + part] * b[i + part];
    }
  }
  for (std::size_t part = 0; i < a.size(); ++i, ++part) {
    parts[part] += a[i] * b[i];
  }
  return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

double Length(std::span<const double> vector) {
  return std::sqrt(Dot(vector, vector));
}

// Each iteration makes the found directions closer to the true ones.
constexpr std::size_t kIterations = 3;
// A projection that is shorter is rounding.
constexpr double kLeastLength = 1e-9;

// An entry of the random directions: 1 or -1 (SplitMix64).
double RandomSign(std::uint64_t i) {
  std::uint64_t x = (i + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return ((x ^ (x >> 31)) & 1u) == 0 ? 1.0 : -1.0;
}

void Normalize(std::span<double> vector) {
  double squares = 0.0;
  for (const double value : vector) squares += value * value;
  const double length = std::sqrt(squares);
  for (double& value : vector) {
    value = length <= kLeastLength ? 0.0 : value / length;
  }
}

}  // namespace

void Multiply(const SparseMatrix& matrix, std::span<const double> direction,
              std::span<double> result) noexcept {
  for (std::size_t row = 0; row < result.size(); ++row) {
    double sum = 0.0;
    for (const VectorTerm& entry : matrix.row(row)) {
      sum += ToDouble(entry.component) * direction[entry.term];
    }
    result[row] = sum;
  }
}

void SumRows(const SparseMatrix& matrix, std::span<const double> weights,
             std::span<double> direction) noexcept {
  std::ranges::fill(direction, 0.0);
  for (std::size_t row = 0; row < weights.size(); ++row) {
    for (const VectorTerm& entry : matrix.row(row)) {
      direction[entry.term] += ToDouble(entry.component) * weights[row];
    }
  }
}

void MultiplyTwice(const SparseMatrix& matrix, const Directions& directions,
                   std::span<double> scratch, DirectionGate* gate) noexcept {
  for (std::size_t d = 0; d < directions.size(); ++d) {
    if (gate != nullptr && !gate->MayBegin()) return;
    Multiply(matrix, directions[d], scratch);
    SumRows(matrix, scratch, directions[d]);
  }
}

// Modified Gram-Schmidt, twice, which is enough (Giraud et al. 2005).
void Orthonormalize(const Directions& directions,
                    DirectionGate* gate) noexcept {
  for (std::size_t i = 0; i < directions.size(); ++i) {
    if (gate != nullptr && !gate->MayBegin()) return;
    const auto direction = directions[i];
    // Compared with its own length before, since directions that grow by A^T A
    // have any size.
    const double before = Length(direction);
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < i; ++k) {
        const auto other = directions[k];
        const double share = Dot(direction, other);
        for (std::size_t t = 0; t < direction.size(); ++t) {
          direction[t] -= share * other[t];
        }
      }
    }
    const double length = Length(direction);
    const bool is_new = length > kNothing * before && length > 0.0;
    for (double& value : direction) value = is_new ? value / length : 0.0;
  }
}

void FindRange(const SparseMatrix& matrix, const Directions& directions,
               std::size_t iterations, std::span<double> scratch,
               DirectionGate* gate) noexcept {
  Orthonormalize(directions, gate);
  for (std::size_t i = 0; i < iterations; ++i) {
    MultiplyTwice(matrix, directions, scratch, gate);
    Orthonormalize(directions, gate);
  }
}

LatentVectors MakeLatentVectors(const UnitVectors& units, std::size_t fitted,
                                Arena& arena) {
  const std::size_t terms = units.term_count();
  // Fewer units or terms span no more directions than they are.
  const std::size_t dimensions = std::min({kLatentDimensions, fitted, terms});
  const SparseMatrix matrix{units.begins(), units.all()};
  const Directions directions(MakeSpan<double>(arena, dimensions * terms),
                              dimensions);
  const auto projected = MakeSpan<double>(arena, units.size());
  const auto projection = projected.first(fitted);
  for (std::size_t d = 0; d < dimensions; ++d) {
    for (std::size_t unit = 0; unit < fitted; ++unit) {
      // Random sums of the units, which lie in the space that they span: the
      // range finder begins with these instead of random directions of all
      // terms.
      projection[unit] = RandomSign(d * fitted + unit);
    }
    SumRows(matrix, projection, directions[d]);
  }
  FindRange(matrix, directions, kIterations, projection);
  const auto vectors = MakeSpan<double>(arena, units.size() * dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) {
    Multiply(matrix, directions[d], projected);
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
