#include "lab/evaluate/measures/rank_correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace answerbox::lab {
namespace {

constexpr auto kRho = RankCorrelation::kSpearmanRho;
constexpr auto kTau = RankCorrelation::kKendallTauB;

using Scores = std::vector<double>;

TEST(RankCorrelationTest, SameAndOppositeOrders) {
  const Scores a = {1, 2, 3, 4};
  const Scores b = {10, 20, 300, 4000};
  const Scores c = {4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(SpearmanRho(a, b), 1.0);
  EXPECT_DOUBLE_EQ(SpearmanRho(a, c), -1.0);
  EXPECT_DOUBLE_EQ(KendallTauB(a, b), 1.0);
  EXPECT_DOUBLE_EQ(KendallTauB(a, c), -1.0);
}

// Ranks 1 3 2 4 5 and 1 2 3 4 5: squared differences sum to 2, so rho is
// 1 - 6 * 2 / (5 * 24). One of ten pairs is in the opposite order.
TEST(RankCorrelationTest, OnePairExchanged) {
  const Scores a = {1, 3, 2, 4, 5};
  const Scores b = {1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(SpearmanRho(a, b), 0.9);
  EXPECT_DOUBLE_EQ(KendallTauB(a, b), 0.8);
}

// Ranks 1 2.5 2.5 4 and 1 2 3 4: rho is 4.5 / sqrt(4.5 * 5). Of six pairs a
// orders five, all as b does: tau-b is 5 / sqrt(5 * 6).
TEST(RankCorrelationTest, EqualScoresShareTheirRanks) {
  const Scores a = {1, 2, 2, 3};
  const Scores b = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(SpearmanRho(a, b), 4.5 / std::sqrt(22.5));
  EXPECT_DOUBLE_EQ(KendallTauB(a, b), 5 / std::sqrt(30.0));
  EXPECT_DOUBLE_EQ(KendallTauB(b, a), 5 / std::sqrt(30.0));
}

// Equal on both sides in the pair (1, 2): it counts on neither.
TEST(RankCorrelationTest, EqualInBoth) {
  const Scores a = {1, 1, 2};
  const Scores b = {5, 5, 7};
  EXPECT_DOUBLE_EQ(SpearmanRho(a, b), 1.0);
  EXPECT_DOUBLE_EQ(KendallTauB(a, b), 1.0);
}

TEST(RankCorrelationTest, WithoutAnOrderThereIsNoCorrelation) {
  const Scores a = {1, 1, 1};
  const Scores b = {1, 2, 3};
  EXPECT_EQ(SpearmanRho(a, b), 0.0);
  EXPECT_EQ(KendallTauB(a, b), 0.0);
  EXPECT_EQ(SpearmanRho({}, {}), 0.0);
  EXPECT_EQ(KendallTauB({}, {}), 0.0);
}

// Three systems, two topics. Over both, the scores are 2/4, 3/4 and 1/4.
const std::vector<TopicScores> kSystems = {
    {{1, 1}, {1, 3}}, {{0, 1}, {3, 3}}, {{1, 1}, {0, 3}}};

TEST(RankCorrelationTest, ASystemsScoreIsOverAllTopics) {
  const std::vector<TopicScores> given = {{{2, 1}}, {{3, 1}}, {{1, 1}}};
  EXPECT_DOUBLE_EQ(Correlation(kRho, kSystems, given), 1.0);
  EXPECT_DOUBLE_EQ(Correlation(kTau, given, kSystems), 1.0);
}

TEST(RankCorrelationTest, TheIntervalDrawsTopics) {
  const std::vector<TopicScores> given = {{{2, 1}}, {{3, 1}}, {{1, 1}}};
  const auto interval = CorrelationInterval(kRho, kSystems, given);
  // The first topic alone: scores 1, 0, 1 have the ranks 2.5, 1, 2.5 against
  // 2, 3, 1, so rho is -1.5 / sqrt(1.5 * 2). The second alone: 1.
  EXPECT_DOUBLE_EQ(interval[0], -1.5 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(interval[1], 1.0);
}

TEST(RankCorrelationTest, NoSystemsHaveNoInterval) {
  const auto interval = CorrelationInterval(kRho, {}, {});
  EXPECT_EQ(interval[0], 0.0);
  EXPECT_EQ(interval[1], 0.0);
}

}  // namespace
}  // namespace answerbox::lab
