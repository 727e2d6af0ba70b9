#include "engine/exam/answer_grade.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace answerbox::engine {
namespace {

TEST(AnswerGradeTest, ThresholdsAscendWithinProbabilities) {
  EXPECT_TRUE(std::ranges::is_sorted(kGradeThresholds, std::less_equal{}));
  EXPECT_GT(kGradeThresholds.front(), 0.0);
  EXPECT_LT(kGradeThresholds.back(), 1.0);
}

TEST(AnswerGradeTest, AThresholdItselfHasTheHigherGrade) {
  for (std::uint8_t grade = 1; grade <= kMaxGrade; ++grade) {
    const double threshold = kGradeThresholds[grade - 1u];
    EXPECT_EQ(GradeOf(threshold), grade);
    EXPECT_EQ(GradeOf(std::nextafter(threshold, 0.0)), grade - 1);
  }
}

TEST(AnswerGradeTest, EndsOfTheRange) {
  EXPECT_EQ(GradeOf(0.0), 0);
  EXPECT_EQ(GradeOf(1.0), kMaxGrade);
  EXPECT_EQ(GradeOf(std::numeric_limits<double>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace answerbox::engine
