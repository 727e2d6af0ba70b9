#include "engine/selection/unit_similarities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/engine/selection/random_units.h"

namespace answerbox::engine {
namespace {

double CosineByHand(std::span<const VectorTerm> a,
                    std::span<const VectorTerm> b) {
  double dot = 0.0;
  for (const VectorTerm& x : a) {
    for (const VectorTerm& y : b) {
      if (x.term == y.term) dot += 1.0 * x.component * y.component;
    }
  }
  return dot / (65535.0 * 65535.0);
}

TEST(UnitSimilaritiesTest, ListsGiveTheCosineOfEachPair) {
  RandomUnits units(30, 40, 3);
  std::vector<Q16> row(30);
  for (std::size_t i = 0; i < 30; ++i) {
    units.similarities().Row(i, row);
    for (std::size_t k = 0; k < 30; ++k) {
      EXPECT_NEAR(row[k].ToDouble(),
                  CosineByHand(units.vectors().of(i), units.vectors().of(k)),
                  1e-4);
    }
    EXPECT_NEAR(row[i].ToDouble(), 1.0, 1e-3);
  }
}

TEST(UnitSimilaritiesTest, AUnitWithoutTermsIsLikeNone) {
  std::vector<std::byte> storage(4096);
  Arena arena(storage);
  const std::vector<std::uint32_t> begins = {0, 1, 1, 2};
  const std::vector<CountedTerm> terms = {{0, 1}, {0, 2}};
  const UnitVectors vectors(begins, terms, 1, arena);
  const SparseRows rows(vectors, arena);
  std::vector<Q16> row(3);
  rows.Row(1, row);
  EXPECT_EQ(row, (std::vector<Q16>(3)));
  rows.Row(0, row);
  EXPECT_EQ(row[1], Q16());
  EXPECT_NEAR(row[2].ToDouble(), 1.0, 1e-3);
}

// ln((n + 1) / (n_t + 1/2)) of n = 2 units: ln 2 for a term of one unit, ln 1.2
// for a term of both.
TEST(UnitSimilaritiesTest, ARareTermWeighsMore) {
  std::vector<std::byte> storage(4096);
  Arena arena(storage);
  const std::vector<std::uint32_t> begins = {0, 2, 3};
  const std::vector<CountedTerm> terms = {{0, 1}, {1, 1}, {1, 1}};
  const UnitVectors vectors(begins, terms, 2, arena);
  const double rare = std::log(2.0);
  const double common = std::log(1.2);
  const double length = std::sqrt(rare * rare + common * common);
  EXPECT_NEAR(vectors.of(0)[0].component / 65535.0, rare / length, 0.01);
  EXPECT_NEAR(vectors.of(0)[1].component / 65535.0, common / length, 0.01);
}

TEST(UnitSimilaritiesTest, TheSumOfEqualUnitsIsTheirCentre) {
  RandomUnits units(20, 30, 5);
  const std::vector<Q16> equal(20, Q16::FromInteger(1));
  const auto cosines = CosinesWithSum(units.vectors(), equal, units.arena());
  std::vector<double> sum(30);
  double squares = 0.0;
  for (std::size_t i = 0; i < 20; ++i) {
    for (const VectorTerm& t : units.vectors().of(i))
      sum[t.term] += t.component;
  }
  for (const double s : sum) squares += s * s;
  for (std::size_t i = 0; i < 20; ++i) {
    double dot = 0.0;
    for (const VectorTerm& t : units.vectors().of(i)) {
      dot += sum[t.term] * t.component;
    }
    EXPECT_NEAR(cosines[i].ToDouble(), dot / std::sqrt(squares) / 65535.0,
                1e-3);
  }
}

}  // namespace
}  // namespace answerbox::engine
