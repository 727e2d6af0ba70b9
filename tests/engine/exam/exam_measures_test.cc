#include "engine/exam/exam_measures.h"

#include <gtest/gtest.h>

#include <array>

namespace answerbox::engine {
namespace {

constexpr std::array<CoverCase, 4> kCases = {
    {{1.0, 5}, {1.0, 3}, {2.0, 4}, {4.0, 0}}};

TEST(ExamMeasuresTest, CoverIsTheShareOfWeightFromTauOn) {
  EXPECT_DOUBLE_EQ(Cover(kCases), 3.0 / 8.0);
  EXPECT_DOUBLE_EQ(Cover(kCases, 5), 1.0 / 8.0);
  EXPECT_DOUBLE_EQ(Cover(kCases, 3), 4.0 / 8.0);
}

TEST(ExamMeasuresTest, WithTauZeroEveryQuestionIsCovered) {
  EXPECT_DOUBLE_EQ(Cover(kCases, 0), 1.0);
}

TEST(ExamMeasuresTest, ABankWithoutQuestionsHasNoCover) {
  EXPECT_DOUBLE_EQ(Cover({}), 0.0);
}

TEST(ExamMeasuresTest, OnlyTheFirstPassagesCount) {
  constexpr std::array<std::uint8_t, 3> kGrades = {1, 3, 5};
  EXPECT_EQ(BestGrade(kGrades, 2), 3);
  EXPECT_EQ(BestGrade(kGrades, 20), 5);
  EXPECT_EQ(BestGrade(kGrades, 0), 0);
  EXPECT_EQ(BestGrade({}, 20), 0);
}

}  // namespace
}  // namespace answerbox::engine
