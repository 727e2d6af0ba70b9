#include "lab/evaluate/measures/measures.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::lab {
namespace {

constexpr std::size_t kNever = QuestionOutcome::kNever;

QuestionOutcome Answerable(double confidence, std::size_t rank,
                           std::size_t article = 0) {
  QuestionOutcome outcome;
  outcome.id = "q";
  outcome.article = article;
  outcome.answerable = true;
  outcome.answer = "answer";
  outcome.confidence = confidence;
  outcome.sentence_rank = rank;
  outcome.words_returned = 10;
  return outcome;
}

QuestionOutcome Unanswerable(double confidence) {
  QuestionOutcome outcome = Answerable(confidence, kNever);
  outcome.answerable = false;
  return outcome;
}

Measures MeasureOwn(const std::vector<QuestionOutcome>& outcomes,
                    double theta = 0.0) {
  return Measure(outcomes, EvaluationScope::kOwnParagraph, theta);
}

TEST(Measure, CountsContainmentByRank) {
  const auto measures = MeasureOwn({Answerable(.9, 0), Answerable(.9, 1),
                                    Answerable(.9, 2), Answerable(.9, kNever)});
  EXPECT_DOUBLE_EQ(measures.containment, .25);
  EXPECT_DOUBLE_EQ(measures.containment_at_2, .5);
  EXPECT_DOUBLE_EQ(measures.containment_at_3, .75);
}

TEST(Measure, CountsQuestionsBelowThetaAsRefused) {
  const auto measures = MeasureOwn({Answerable(.9, 0), Answerable(.2, 0),
                                    Unanswerable(.5), Unanswerable(.1)},
                                   .5);
  EXPECT_DOUBLE_EQ(measures.containment, .5);
  EXPECT_DOUBLE_EQ(measures.refusal, .5);
  EXPECT_DOUBLE_EQ(measures.words_returned_mean, 10);
}

TEST(Measure, CountsTiesHalfInTheAreaUnderTheCurve) {
  const auto measures = MeasureOwn({Answerable(.8, 0), Answerable(.5, 0),
                                    Unanswerable(.5), Unanswerable(.1)});
  ASSERT_TRUE(measures.answerability_auroc);
  EXPECT_DOUBLE_EQ(*measures.answerability_auroc, 3.5 / 4);
}

TEST(Measure, LeavesOutWhatOneKindOfQuestionCannotShow) {
  const auto measures = MeasureOwn({Answerable(.8, 0)});
  EXPECT_FALSE(measures.answerability_auroc);
  EXPECT_FALSE(measures.refusal_at_containment[0].refusal);
  EXPECT_FALSE(measures.recall);
}

TEST(Measure, TakesRefusalAtTheThresholdThatKeepsTheContainment) {
  // To keep 0.545 of four answerable questions, three must stay contained. So
  // the threshold is the third highest confidence, .5.
  const auto measures =
      MeasureOwn({Answerable(.9, 0), Answerable(.7, 0), Answerable(.5, 0),
                  Answerable(.3, 0), Unanswerable(.6), Unanswerable(.4)});
  EXPECT_STREQ(measures.refusal_at_containment[2].containment, "0.545");
  EXPECT_DOUBLE_EQ(*measures.refusal_at_containment[2].refusal, .5);
}

TEST(Measure, HasNoRefusalAtAContainmentThatIsNotReached) {
  const auto measures =
      MeasureOwn({Answerable(.9, kNever), Answerable(.7, 0), Unanswerable(.6)});
  EXPECT_FALSE(measures.refusal_at_containment[0].refusal);
  EXPECT_TRUE(measures.refusal_at_containment[3].refusal);
}

TEST(Measure, SpansTheIntervalOverArticlesNotQuestions) {
  // One article is always right, the other always wrong. So drawn articles give
  // anything from 0 to 1, however many questions each has.
  std::vector<QuestionOutcome> outcomes;
  for (int i = 0; i < 500; ++i) {
    outcomes.push_back(Answerable(.9, 0, 0));
    outcomes.push_back(Answerable(.9, kNever, 1));
  }
  const auto measures = MeasureOwn(outcomes);
  EXPECT_DOUBLE_EQ(measures.containment_ci95[0], 0.0);
  EXPECT_DOUBLE_EQ(measures.containment_ci95[1], 1.0);
}

TEST(Measure, CountsRecallOverTheAnswerableOnly) {
  std::vector<QuestionOutcome> outcomes = {Answerable(.9, 0), Answerable(.9, 0),
                                           Unanswerable(.9)};
  outcomes[0].chunk_rank = 0;
  outcomes[1].chunk_rank = 6;
  const auto measures = Measure(outcomes, EvaluationScope::kAllParagraphs, 0);
  ASSERT_TRUE(measures.recall);
  EXPECT_DOUBLE_EQ(measures.recall->at_1, .5);
  EXPECT_DOUBLE_EQ(measures.recall->at_5, .5);
  EXPECT_DOUBLE_EQ(measures.recall->at_10, 1.0);
}

TEST(Measure, TellsHowFarConfidenceIsFromTheTruth) {
  // Three of four are right at .75, as expected. None is right at .25, which is
  // .25 too much, for half of the questions.
  std::vector<QuestionOutcome> outcomes(3, Answerable(.75, 0));
  outcomes.push_back(Unanswerable(.75));
  for (int i = 0; i < 4; ++i) outcomes.push_back(Unanswerable(.25));
  EXPECT_DOUBLE_EQ(MeasureOwn(outcomes).calibration_error, .125);
}

TEST(Measure, CountsCertaintyAmongTheHighestConfidence) {
  EXPECT_DOUBLE_EQ(MeasureOwn({{Answerable(1.0, 0)}}).calibration_error, 0.0);
}

}  // namespace
}  // namespace answerbox::lab
