#include <gtest/gtest.h>

#include "engine/grounding/quantities/written_number.h"

namespace answerbox::engine {
namespace {

TEST(RatioTest, IsInLowestTermsWithAPositiveDenominator) {
  EXPECT_EQ(MakeRatio(500, 1000), (Ratio{1, 2}));
  EXPECT_EQ(MakeRatio(3, -6), (Ratio{-1, 2}));
  EXPECT_EQ(MakeRatio(0, 7), (Ratio{0, 1}));
  EXPECT_FALSE(MakeRatio(1, 0));
}

TEST(RatioTest, RefusesPartsPastTheLimit) {
  EXPECT_TRUE(MakeRatio(kMaxRatioPart, 1));
  EXPECT_FALSE(MakeRatio(kMaxRatioPart + 1, 1));
  EXPECT_FALSE(Product({kMaxRatioPart, 1}, {2, 1}));
  EXPECT_FALSE(Product({kMaxRatioPart, 1}, {kMaxRatioPart, 1}));
  EXPECT_FALSE(Sum({kMaxRatioPart, 1}, {1, 1}));
  EXPECT_FALSE(Sum({1, kMaxRatioPart}, {1, kMaxRatioPart - 1}));
}

TEST(RatioTest, CalculatesExactly) {
  EXPECT_EQ(Sum({1, 3}, {1, 6}), (Ratio{1, 2}));
  EXPECT_EQ(Product({500, 1}, {1, 1000}), (Ratio{1, 2}));
  EXPECT_EQ(Quotient({1, 1}, {43200, 1}), (Ratio{1, 43200}));
  EXPECT_FALSE(Quotient({1, 1}, {0, 1}));
}

TEST(RatioTest, ComparesWithoutOverflow) {
  EXPECT_TRUE(IsLess({1, 3}, {1, 2}));
  EXPECT_FALSE(IsLess({1, 2}, {1, 2}));
  EXPECT_FALSE(IsLess({1, 2}, {1, 3}));
  EXPECT_TRUE(IsLess({-1, 2}, {-1, 3}));
  EXPECT_TRUE(IsLess({-1, 2}, {0, 1}));
  EXPECT_FALSE(IsLess({0, 1}, {-1, 2}));
  const Ratio just_below{kMaxRatioPart - 1, kMaxRatioPart};
  const Ratio below_that{kMaxRatioPart - 2, kMaxRatioPart - 1};
  EXPECT_TRUE(IsLess(below_that, just_below));
  EXPECT_FALSE(IsLess(just_below, below_that));
}

}  // namespace
}  // namespace answerbox::engine
