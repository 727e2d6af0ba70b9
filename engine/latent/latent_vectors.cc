
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/latent/range_finder.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Each iteration makes the found directions closer to the true ones.
constexpr std::size_t kIterations = 3;
// A projection that is shorter is rounding.
constexpr double kLeastLength = 1e-9;

// Of the random directions: 1 or -1 (SplitMix64).
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
