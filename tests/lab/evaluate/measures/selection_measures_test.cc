#include "lab/evaluate/measures/selection_measures.h"

#include <gtest/gtest.h>

#include <chrono>

namespace answerbox::lab {
namespace {

using std::chrono::microseconds;

// Two questions about one document and one about another; relevance alone and
// another strategy; one budget.
SelectionOutcomes Outcomes() {
  SelectionOutcomes outcomes;
  outcomes.strategies = {{.name = "ours"}, {.name = "relevance"}};
  outcomes.baseline = 1;
  outcomes.budgets = {"500"};
  outcomes.documents = {0, 0, 1};
  outcomes.selections = {
      {1.0, 400, microseconds(10)}, {.5, 500, microseconds(5)},
      {.5, 500, microseconds(20)},  {0, 500, microseconds(5)},
      {1.0, 300, microseconds(30)}, {1.0, 500, microseconds(5)}};
  return outcomes;
}

TEST(SelectionMeasures, AreMeansOverQuestions) {
  const auto figures = MeasureSelections(Outcomes(), RecallKind::kShare);
  const SelectionFigures& ours = figures[0][0];
  EXPECT_DOUBLE_EQ(ours.recall, 2.5 / 3);
  EXPECT_DOUBLE_EQ(ours.whole, 2.0 / 3);
  EXPECT_DOUBLE_EQ(ours.gain, 1.0 / 3);
  EXPECT_DOUBLE_EQ(ours.tokens, 400);
  EXPECT_DOUBLE_EQ(ours.mean_us, 20);
  EXPECT_DOUBLE_EQ(ours.p95_us, 30);
  EXPECT_DOUBLE_EQ(figures[1][0].gain, 0);
}

TEST(SelectionMeasures, CountWholeAnswersAlone) {
  const auto figures = MeasureSelections(Outcomes(), RecallKind::kWhole);
  EXPECT_DOUBLE_EQ(figures[0][0].recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(figures[0][0].gain, 1.0 / 3);
  EXPECT_DOUBLE_EQ(figures[1][0].recall, 1.0 / 3);
}

// Samples hold the first document twice (gain 2/4), the second twice (0) or
// both (1/3).
TEST(SelectionMeasures, GiveAnIntervalOverDocuments) {
  const auto figures = MeasureSelections(Outcomes(), RecallKind::kShare);
  EXPECT_DOUBLE_EQ(figures[0][0].gain_ci95[0], 0);
  EXPECT_DOUBLE_EQ(figures[0][0].gain_ci95[1], .5);
}

TEST(SelectionMeasures, AreZeroWithoutQuestions) {
  SelectionOutcomes outcomes = Outcomes();
  outcomes.documents.clear();
  outcomes.selections.clear();
  EXPECT_EQ(MeasureSelections(outcomes, RecallKind::kWhole)[0][0].recall, 0);
}

}  // namespace
}  // namespace answerbox::lab
