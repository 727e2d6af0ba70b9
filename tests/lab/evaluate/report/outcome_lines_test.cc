#include "lab/evaluate/report/outcome_lines.h"

#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

const std::vector<CorpusArticle> kArticles = {{"Old oaks", {}}};

QuestionOutcome RightOutcome() {
  QuestionOutcome outcome;
  outcome.id = "q1";
  outcome.type = "how many";
  outcome.answerable = true;
  outcome.answer = "Forty.";
  outcome.confidence = .25;
  outcome.sentence_rank = 0;
  outcome.chunk_rank = 2;
  return outcome;
}

std::string LineOf(const QuestionOutcome& outcome, double theta) {
  const std::string lines = OutcomeLines(kArticles, {&outcome, 1}, theta);
  return lines.substr(lines.find('\n') + 1);
}

TEST(OutcomeLines, SaysEverythingOfAQuestionInOneLine) {
  EXPECT_EQ(LineOf(RightOutcome(), 0),
            "q1\tOld oaks\thow many\t1\t1\t0.250000\t1\t3\n");
}

TEST(OutcomeLines, CountsAsRefusedWhatIsBelowTheta) {
  EXPECT_EQ(LineOf(RightOutcome(), .3),
            "q1\tOld oaks\thow many\t1\t0\t0.250000\t1\t3\n");
}

TEST(OutcomeLines, WritesZeroForWhatNeverCame) {
  QuestionOutcome outcome = RightOutcome();
  outcome.sentence_rank = outcome.chunk_rank = QuestionOutcome::kNever;
  EXPECT_TRUE(LineOf(outcome, 0).ends_with("\t0\t0\n"));
}

TEST(OutcomeLines, KeepsAnIdWithATabInItsColumn) {
  QuestionOutcome outcome = RightOutcome();
  outcome.id = "q\t1\n";
  EXPECT_TRUE(LineOf(outcome, 0).starts_with("q 1 \tOld oaks\t"));
}

}  // namespace
}  // namespace answerbox::lab
