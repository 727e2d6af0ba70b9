#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

constexpr LogOdds kTen = 10 * kOneLogOdds;

TEST(ProbabilityOf, IsWithinItsBoundOfTheExactValue) {
  for (LogOdds odds = -kTen; odds <= kTen; ++odds) {
    const double exact =
        1 / (1 + std::exp(-static_cast<double>(odds) / kOneLogOdds));
    ASSERT_NEAR(ProbabilityOf(odds).ToDouble(), exact, 1.0 / 1024) << odds;
  }
}

TEST(ProbabilityOf, NeverFallsAsTheOddsRise) {
  for (LogOdds odds = -kTen; odds < kTen; ++odds) {
    ASSERT_LE(ProbabilityOf(odds), ProbabilityOf(odds + 1)) << odds;
  }
}

TEST(ProbabilityOf, IsAHalfOfEvenOdds) {
  EXPECT_EQ(ProbabilityOf(0), Q16::FromRatio(1, 2));
}

TEST(ProbabilityOf, NeverReachesNoneOrAll) {
  using Limits = std::numeric_limits<LogOdds>;
  EXPECT_EQ(ProbabilityOf(Limits::min()), ProbabilityOf(-8 * kOneLogOdds));
  EXPECT_EQ(ProbabilityOf(Limits::max()), ProbabilityOf(8 * kOneLogOdds));
  EXPECT_GE(ProbabilityOf(Limits::min()).ToDouble(), 0.0003);
  EXPECT_LE(ProbabilityOf(Limits::max()).ToDouble(), 0.9997);
}

}  // namespace
}  // namespace answerbox::engine
