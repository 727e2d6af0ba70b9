#include "lab/evaluate/measures/cohens_kappa.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::lab {
namespace {

std::vector<LabelPair> Times(std::size_t topic, int a, int b, int count) {
  return std::vector<LabelPair>(static_cast<std::size_t>(count),
                                LabelPair{topic, a, b});
}

std::vector<LabelPair> Join(
    std::initializer_list<std::vector<LabelPair>> parts) {
  std::vector<LabelPair> all;
  for (const auto& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// They agree in 35 of 50; by chance in .5 * .6 + .5 * .4 of all.
TEST(CohensKappaTest, AgreementBeyondChance) {
  const auto pairs = Join({Times(0, 1, 1, 20), Times(0, 1, 0, 5),
                           Times(0, 0, 1, 10), Times(0, 0, 0, 15)});
  EXPECT_DOUBLE_EQ(CohensKappa(pairs), 0.4);
  // With two labels, weights change nothing.
  EXPECT_DOUBLE_EQ(CohensKappa(pairs, KappaWeights::kQuadratic), 0.4);
}

// Agreement 3/4, by chance 7/16. Squared disagreement 4/4, by chance 18/16.
TEST(CohensKappaTest, QuadraticWeightsCountTheDistance) {
  const auto pairs =
      Join({Times(0, 0, 0, 2), Times(0, 1, 1, 1), Times(0, 2, 0, 1)});
  EXPECT_DOUBLE_EQ(CohensKappa(pairs), 5.0 / 9.0);
  EXPECT_DOUBLE_EQ(CohensKappa(pairs, KappaWeights::kQuadratic), 1.0 / 9.0);
}

TEST(CohensKappaTest, AllAgreeAndAllDisagree) {
  EXPECT_DOUBLE_EQ(CohensKappa(Join({Times(0, 0, 0, 3), Times(0, 5, 5, 3)})),
                   1.0);
  EXPECT_DOUBLE_EQ(CohensKappa(Join({Times(0, 0, 5, 3), Times(0, 5, 0, 3)})),
                   -1.0);
}

TEST(CohensKappaTest, OneLabelOnlySaysNothing) {
  EXPECT_EQ(CohensKappa(Times(0, 1, 1, 9)), 0.0);
  EXPECT_EQ(CohensKappa({}), 0.0);
}

TEST(CohensKappaTest, TheIntervalDrawsTopics) {
  // In the first topic they agree, in the third as by chance; the second has
  // no pairs.
  const auto pairs =
      Join({Times(0, 1, 1, 5), Times(0, 0, 0, 5), Times(2, 1, 1, 5),
            Times(2, 0, 0, 5), Times(2, 0, 1, 5), Times(2, 1, 0, 5)});
  const auto interval = CohensKappaInterval(pairs);
  EXPECT_DOUBLE_EQ(interval[0], 0.0);
  EXPECT_DOUBLE_EQ(interval[1], 1.0);
}

}  // namespace
}  // namespace answerbox::lab
