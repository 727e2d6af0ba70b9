#include "lab/evaluate/measures/threshold.h"

#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

QuestionOutcome Answered(double confidence, bool is_right) {
  QuestionOutcome outcome;
  outcome.answerable = true;
  outcome.answer = "It rains.";
  outcome.confidence = confidence;
  if (is_right) outcome.sentence_rank = 0;
  return outcome;
}

const std::vector<QuestionOutcome> kOutcomes = {
    Answered(.9, true), Answered(.5, false), Answered(.8, true),
    Answered(.5, true)};

TEST(Threshold, AnswersAsManyAsWished) {
  EXPECT_DOUBLE_EQ(ThetaOfAnswerRate(kOutcomes, .5), .8);
  EXPECT_DOUBLE_EQ(ThetaOfAnswerRate(kOutcomes, .51), .5);
  EXPECT_DOUBLE_EQ(ThetaOfAnswerRate(kOutcomes, 1), .5);
}

TEST(Threshold, AnswersNothingWhereNothingIsWished) {
  EXPECT_DOUBLE_EQ(ThetaOfAnswerRate(kOutcomes, 0), 1.0);
}

TEST(Threshold, AnswersEverythingWhereThatIsNotEnough) {
  auto outcomes = kOutcomes;
  outcomes.push_back({});  // No sentence was found.
  EXPECT_DOUBLE_EQ(ThetaOfAnswerRate(outcomes, 1), 0.0);
}

TEST(Threshold, IsTheLowestThatIsPreciseEnough) {
  EXPECT_DOUBLE_EQ(*ThetaOfPrecision(kOutcomes, 1), .8);
  EXPECT_DOUBLE_EQ(*ThetaOfPrecision(kOutcomes, .75), .5);
}

// Two answers with equal confidence are both shown or both refused.
TEST(Threshold, DoesNotPartEqualConfidences) {
  EXPECT_DOUBLE_EQ(*ThetaOfPrecision(kOutcomes, .76), .8);
}

TEST(Threshold, IsNotFoundWhereNothingIsPreciseEnough) {
  const std::vector<QuestionOutcome> wrong = {Answered(.9, false)};
  EXPECT_FALSE(ThetaOfPrecision(wrong, .1));
}

}  // namespace
}  // namespace answerbox::lab
