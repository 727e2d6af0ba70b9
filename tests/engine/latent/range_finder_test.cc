#include "engine/latent/range_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

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

}  // namespace
}  // namespace answerbox::engine
