#include "lab/evaluate/measures/bootstrap.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::lab {
namespace {

TEST(BootstrapInterval, IsTheMeanWhereDocumentsAreAlike) {
  const std::vector<DocumentSum> documents(7, {.sum = 3, .questions = 4});
  const auto interval = BootstrapInterval(documents);
  EXPECT_DOUBLE_EQ(interval[0], .75);
  EXPECT_DOUBLE_EQ(interval[1], .75);
}

// A half of right answers over 100 documents has a standard error of 5 points.
TEST(BootstrapInterval, IsTwoStandardErrorsWide) {
  std::vector<DocumentSum> documents;
  for (int i = 0; i < 100; ++i) documents.push_back({double(i % 2), 1});
  const auto interval = BootstrapInterval(documents);
  EXPECT_NEAR(interval[0], .4, .02);
  EXPECT_NEAR(interval[1], .6, .02);
}

TEST(BootstrapInterval, IsWiderWhereQuestionsShareDocuments) {
  std::vector<DocumentSum> documents;
  for (int i = 0; i < 10; ++i) documents.push_back({10.0 * (i % 2), 10});
  const auto interval = BootstrapInterval(documents);
  EXPECT_LT(interval[0], .3);
  EXPECT_GT(interval[1], .7);
}

TEST(BootstrapInterval, IgnoresDocumentsWithoutQuestions) {
  const std::vector<DocumentSum> documents = {{1, 2}, {0, 0}, {1, 2}};
  EXPECT_EQ(BootstrapInterval(documents),
            BootstrapInterval(std::vector<DocumentSum>{{1, 2}, {1, 2}}));
  EXPECT_EQ(BootstrapInterval({}), (std::array<double, 2>{}));
}

}  // namespace
}  // namespace answerbox::lab
