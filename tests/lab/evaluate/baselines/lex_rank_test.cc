#include "lab/evaluate/baselines/lex_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace answerbox::lab {
namespace {

std::vector<BaselineSentence> Sentences(
    const std::vector<std::vector<std::uint32_t>>& terms) {
  std::vector<BaselineSentence> sentences;
  for (const auto& each : terms) sentences.push_back({1, 1, each});
  return sentences;
}

TEST(LexRank, PutsTheSentenceThatSharesMostFirst) {
  // The second shares a term with the first and one with the third; the fourth
  // shares none.
  const auto scores = LexRank(Sentences({{1, 2}, {2, 3}, {3, 4}, {5, 6}}));
  EXPECT_GT(scores[1], scores[0]);
  EXPECT_GT(scores[1], scores[3]);
  EXPECT_NEAR(scores[0], scores[2], 1e-9);
  EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-9);
}

// Sentences {1}, {1 2}, {2}: n_t = 2 of n = 3 for both terms, so both weigh the
// same; the vectors are (1, 0), (1, 1) / sqrt 2, (0, 1), and the cosine of the
// middle one with each other c = 1 / sqrt 2. Rows by their sums: 1 and c of
// 1 + c; c, 1 and c of 1 + 2 c. With d = .85 and x the score of the outer ones,
// y of the middle:
//   y = .05 + .85 (2 x c / (1 + c) + y / (1 + 2 c)),  2 x + y = 1
TEST(LexRank, GivesTheValuesOfItsEquation) {
  const auto scores = LexRank(Sentences({{1}, {1, 2}, {2}}));
  const double c = std::sqrt(0.5);
  const double to_middle = c / (1 + c);
  const double stays = 1 / (1 + 2 * c);
  const double y =
      (0.05 + 0.85 * to_middle) / (1 - 0.85 * stays + 0.85 * to_middle);
  EXPECT_NEAR(scores[1], y, 1e-6);
  EXPECT_NEAR(scores[0], (1 - y) / 2, 1e-6);
}

TEST(LexRank, TakesSentencesWithoutTerms) {
  EXPECT_TRUE(LexRank({}).empty());
  EXPECT_EQ(LexRank(Sentences({{}})), (std::vector<double>{1.0}));
  // A term that all sentences have weighs nothing.
  EXPECT_EQ(LexRank(Sentences({{7}, {7}})), (std::vector<double>{.5, .5}));
  const auto scores = LexRank(Sentences({{}, {1}, {1, 2}}));
  EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-9);
}

}  // namespace
}  // namespace answerbox::lab
