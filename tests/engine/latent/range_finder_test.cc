#include "engine/latent/range_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/selection/unit_similarities.h"
#include "tests/engine/selection/random_units.h"

namespace answerbox::engine {
namespace {

// Three rows: two along the first column, one along the second, which is half
// as long. The third column is empty.
const std::vector<std::uint32_t> kBegins = {0, 1, 2, 3};
const std::vector<VectorTerm> kEntries = {{0, 65535}, {0, 65535}, {1, 32768}};
constexpr SparseMatrix Matrix() { return {kBegins, kEntries}; }

double Dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(RangeFinderTest, MultipliesRowsAndSumsThem) {
  const std::vector<double> direction = {2.0, 4.0, 8.0};
  std::vector<double> products(3);
  Multiply(Matrix(), direction, products);
  EXPECT_EQ(products[0], 2.0);
  EXPECT_EQ(products[1], 2.0);
  EXPECT_NEAR(products[2], 2.0, 1e-4);
  std::vector<double> sum(3);
  SumRows(Matrix(), std::vector<double>{1.0, 3.0}, sum);
  EXPECT_EQ(sum, (std::vector<double>{4.0, 0.0, 0.0}));
}

TEST(RangeFinderTest, MakesDirectionsOrthonormalAndOneThatFollowsZero) {
  std::vector<double> values = {3, 4, 0, 0, 0,   // Becomes .6, .8.
                                6, 8, 0, 0, 0,   // Follows from the first.
                                1, 1, 1, 0, 2};  // Is new.
  const Directions directions(values, 3);
  Orthonormalize(directions);
  EXPECT_NEAR(directions[0][0], 0.6, 1e-15);
  EXPECT_NEAR(directions[0][1], 0.8, 1e-15);
  EXPECT_EQ(Dot(directions[1], directions[1]), 0.0);
  EXPECT_NEAR(Dot(directions[2], directions[2]), 1.0, 1e-15);
  EXPECT_NEAR(Dot(directions[0], directions[2]), 0.0, 1e-15);
}

// The first direction turns towards the column with the greatest singular
// value; the second stays orthogonal to it.
TEST(RangeFinderTest, FindsTheDirectionsInWhichRowsVaryMost) {
  std::vector<double> values = {1, 1, 1, 1, -1, 1};
  const Directions directions(values, 2);
  std::vector<double> scratch(3);
  FindRange(Matrix(), directions, 12, scratch);
  EXPECT_NEAR(std::abs(directions[0][0]), 1.0, 1e-9);
  EXPECT_NEAR(std::abs(directions[1][1]), 1.0, 1e-9);
  EXPECT_NEAR(directions[0][2], 0.0, 1e-9);
}

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
