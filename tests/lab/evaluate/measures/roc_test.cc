#include "lab/evaluate/measures/roc.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::lab {
namespace {

TEST(RocArea, IsTheShareOfPairsInTheRightOrder) {
  const std::vector<RocCase> cases = {
      {0, .9, true}, {0, .4, true}, {0, .5, false}, {0, .1, false}};
  EXPECT_DOUBLE_EQ(RocArea(cases), 3.0 / 4);
}

TEST(RocArea, CountsEqualScoresHalf) {
  const std::vector<RocCase> cases = {
      {0, .5, true}, {0, .5, false}, {0, .1, false}};
  EXPECT_DOUBLE_EQ(RocArea(cases), 1.5 / 2);
}

TEST(RocArea, IsAHalfWithoutCasesOfOneKind) {
  EXPECT_DOUBLE_EQ(RocArea({}), .5);
  EXPECT_DOUBLE_EQ(RocArea(std::vector<RocCase>{{0, .5, true}}), .5);
}

// In every document a is right and b wrong.
TEST(RocDifference, OfDocumentsThatAgreeHasNoSpread) {
  std::vector<RocCase> a;
  std::vector<RocCase> b;
  for (std::size_t document = 0; document < 5; ++document) {
    for (const bool is_positive : {false, true}) {
      a.push_back({document, is_positive ? 1.0 : 0.0, is_positive});
      b.push_back({document, is_positive ? 0.0 : 1.0, is_positive});
    }
  }
  const auto interval = RocDifferenceInterval(a, b);
  EXPECT_DOUBLE_EQ(interval[0], 1);
  EXPECT_DOUBLE_EQ(interval[1], 1);
}

TEST(RocDifference, OfDocumentsThatDisagreeHoldsTheDifference) {
  std::vector<RocCase> a;
  std::vector<RocCase> b;
  for (std::size_t document = 0; document < 40; ++document) {
    for (const bool is_positive : {false, true}) {
      const double right = is_positive ? 1.0 : 0.0;
      a.push_back(
          {document, document % 4 == 0 ? 1 - right : right, is_positive});
      b.push_back(
          {document, document % 2 == 0 ? 1 - right : right, is_positive});
    }
  }
  const double difference = RocArea(a) - RocArea(b);
  const auto interval = RocDifferenceInterval(a, b);
  EXPECT_LT(interval[0], difference);
  EXPECT_GT(interval[1], difference);
  EXPECT_GT(interval[0], 0);
  EXPECT_EQ(interval, RocDifferenceInterval(a, b));
}

}  // namespace
}  // namespace answerbox::lab
