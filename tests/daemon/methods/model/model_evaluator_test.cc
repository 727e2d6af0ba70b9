#include "daemon/methods/model/model_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace answerbox::daemon {
namespace {

using engine::ByteRange;
using Tokens = std::vector<TokenLogProbability>;

TEST(EvaluatorPromptTest, EndsWithTheAnswer) {
  const std::vector<std::string_view> passages{"One.", "Two."};
  const EvaluatorPrompt prompt = MakeEvaluatorPrompt(passages, "What?", "It.");
  EXPECT_EQ(prompt.text, "One.\n\nTwo.\n\nQuestion: What?\nAnswer: It.");
  EXPECT_EQ(prompt.text.substr(prompt.answer_begin), "It.");
}

TEST(EvaluatorPromptTest, NeedsNeitherPassagesNorAQuestion) {
  EXPECT_EQ(MakeEvaluatorPrompt({}, "", "It.").text, "Answer: It.");
}

// The answer "ab cd" begins at byte 2, and has the tokens "ab", " c", "d".
Tokens TokensOf(double ab, double c, double d) {
  return {{0, 2, -9.0}, {2, 4, ab}, {4, 6, c}, {6, 7, d}};
}

const std::vector<ByteRange> kWords{{0, 2}, {3, 5}};

TEST(ModelConsensTest, AWordHasTheProbabilitiesOfItsTokens) {
  const Tokens with = TokensOf(std::log(0.5), std::log(0.5), std::log(0.5));
  const Tokens without =
      TokensOf(std::log(0.25), std::log(0.25), std::log(0.5));
  const ModelConsens consens = ScoreByModel(kWords, {with, 2}, {without, 2});
  EXPECT_EQ(consens.scored_words, 2u);
  // P_C = (2 + 4) / 2, P_E = (4 + 8) / 2.
  EXPECT_NEAR(consens.paper, 1.0 / 3, 1e-12);
  // r = ln 2: (e^r - 1) / (e^r + 1).
  EXPECT_NEAR(consens.geometric, 1.0 / 3, 1e-12);
}

TEST(ModelConsensTest, IsNegativeWhereTheContextMadeTheAnswerLessLikely) {
  const Tokens with = TokensOf(-4, -4, -4);
  const Tokens without = TokensOf(-1, -1, -1);
  const ModelConsens consens = ScoreByModel(kWords, {with, 2}, {without, 2});
  EXPECT_LT(consens.paper, -0.9);
  EXPECT_LT(consens.geometric, -0.9);
}

TEST(ModelConsensTest, StaysANumberHoweverUnlikelyAWordIs) {
  const Tokens with = TokensOf(-1e300, -1, -1);
  const Tokens without = TokensOf(-1, -1, -1);
  const ModelConsens consens = ScoreByModel(kWords, {with, 2}, {without, 2});
  EXPECT_NEAR(consens.paper, -1, 1e-9);
  EXPECT_NEAR(consens.geometric, -1, 1e-9);
}

TEST(ModelConsensTest, WordsWithoutAProbabilityAreNotScored) {
  Tokens with = TokensOf(-1, -1, -1);
  with[1].log_probability.reset();
  const Tokens without = TokensOf(-1, -1, -1);
  EXPECT_EQ(ScoreByModel(kWords, {with, 2}, {without, 2}).scored_words, 1u);
  EXPECT_EQ(ScoreByModel(kWords, {{}, 2}, {without, 2}).scored_words, 0u);
  EXPECT_EQ(ScoreByModel({}, {with, 2}, {without, 2}).paper, 0);
}

}  // namespace
}  // namespace answerbox::daemon
