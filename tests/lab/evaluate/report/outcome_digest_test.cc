#include "lab/evaluate/report/outcome_digest.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace answerbox::lab {
namespace {

OutcomeDigest DigestOf(
    const std::function<void(QuestionOutcome&)>& change = {}) {
  QuestionOutcome outcome;
  outcome.id = "q";
  outcome.answer = "answer";
  outcome.confidence = .9;
  if (change) change(outcome);
  return DigestOutcomes({&outcome, 1});
}

TEST(OutcomeDigest, DependsOnIdAnswerAndScore) {
  const std::string hash = DigestOf().answers;
  EXPECT_EQ(hash.size(), 64u);
  EXPECT_NE(DigestOf([](auto& o) { o.id = "r"; }).answers, hash);
  EXPECT_NE(DigestOf([](auto& o) { o.answer = "answers"; }).answers, hash);
  EXPECT_NE(DigestOf([](auto& o) { o.score_bits = 1; }).answers, hash);
}

TEST(OutcomeDigest, DependsOnTheShortAnswerWhereThereIsOne) {
  const auto with = [](const char* text) {
    return DigestOf([text](auto& o) { o.short_answer = text; }).answers;
  };
  EXPECT_NE(with("an oak"), DigestOf().answers);
  EXPECT_NE(with("an oak"), with("an elm"));
}

TEST(OutcomeDigest, KeepsConfidencesApartFromAnswers) {
  const OutcomeDigest base = DigestOf();
  const OutcomeDigest other = DigestOf([](auto& o) { o.confidence = .8; });
  EXPECT_EQ(base.confidences.size(), 64u);
  EXPECT_NE(base.confidences, other.confidences);
  EXPECT_EQ(base.answers, other.answers);
}

TEST(OutcomeDigest, KeepsTheEndOfTheIdFromTheBeginOfTheAnswer) {
  const auto with = [](const char* id, const char* answer) {
    return DigestOf([&](auto& o) {
             o.id = id;
             o.answer = answer;
           })
        .answers;
  };
  EXPECT_NE(with("q1", "0 trees"), with("q10", " trees"));
}

}  // namespace
}  // namespace answerbox::lab
