#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/latent/range_finder.h"
#include "engine/selection/unit_similarities.h"
#include "tests/engine/selection/random_units.h"

namespace answerbox::engine {
namespace {

double Length(const LatentVectors& latent, std::size_t unit) {
  double squares = 0.0;
  for (std::size_t d = 0; d < latent.dimensions; ++d) {
    const double value = latent.vectors[unit * latent.dimensions + d];
    squares += value * value;
  }
  return std::sqrt(squares);
}

// With as many directions as units, nothing is lost by the projection.
TEST(LatentVectorsTest, OfFewUnitsKeepTheCosines) {
  RandomUnits units(20, 60, 3);
  const LatentVectors latent =
      MakeLatentVectors(units.vectors(), units.vectors().size(), units.arena());
  const DenseRows dense(latent.vectors, latent.dimensions);
  std::vector<Q16> expected(20);
  std::vector<Q16> row(20);
  for (std::size_t i = 0; i < 20; ++i) {
    units.similarities().Row(i, expected);
    dense.Row(i, row);
    for (std::size_t k = 0; k < 20; ++k) {
      EXPECT_NEAR(row[k].ToDouble(), expected[k].ToDouble(), 2e-3);
    }
  }
}

TEST(LatentVectorsTest, HaveLengthOneAndAreTheSameEachTime) {
  RandomUnits units(200, 300, 4);
  const LatentVectors once =
      MakeLatentVectors(units.vectors(), units.vectors().size(), units.arena());
  const LatentVectors again =
      MakeLatentVectors(units.vectors(), units.vectors().size(), units.arena());
  EXPECT_EQ(once.dimensions, kLatentDimensions);
  EXPECT_EQ(std::vector(once.vectors.begin(), once.vectors.end()),
            std::vector(again.vectors.begin(), again.vectors.end()));
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_NEAR(Length(once, i), 1.0, 1e-9);
  }
}

// "car" and "auto" never stand together, but both stand with "engine": two
// units that share no term become alike.
TEST(LatentVectorsTest, UnitsThatShareNeighboursBecomeAlike) {
  constexpr std::uint32_t kCar = 0;
  constexpr std::uint32_t kAuto = 1;
  constexpr std::uint32_t kEngine = 2;
  std::vector<std::uint32_t> begins = {0, 1, 2};
  std::vector<CountedTerm> terms = {{kCar, 1}, {kAuto, 1}};
  for (std::uint32_t i = 0; i < 12; ++i) {
    terms.push_back({i % 2 == 0 ? kCar : kAuto, 1});
    terms.push_back({kEngine, 5});
    begins.push_back(static_cast<std::uint32_t>(terms.size()));
  }
  // Other subjects, more of them than directions.
  constexpr std::uint32_t kSubjects = 100;
  for (std::uint32_t i = 0; i < 3 * kSubjects; ++i) {
    terms.push_back({kEngine + 1 + i % kSubjects, 1});
    begins.push_back(static_cast<std::uint32_t>(terms.size()));
  }
  std::vector<std::byte> storage(std::size_t{8} << 20);
  Arena arena(storage);
  const UnitVectors vectors(begins, terms, kEngine + 1 + kSubjects, arena);
  std::vector<Q16> row(vectors.size());
  SparseRows(vectors, arena).Row(0, row);
  EXPECT_EQ(row[1], Q16());
  const LatentVectors latent =
      MakeLatentVectors(vectors, vectors.size(), arena);
  DenseRows(latent.vectors, latent.dimensions).Row(0, row);
  EXPECT_GT(row[1].ToDouble(), 0.3);
  EXPECT_LT(std::abs(row[20].ToDouble()), 0.1);
}

}  // namespace
}  // namespace answerbox::engine
