#include "engine/answer/ranking/scored_sentence.h"

#include <gtest/gtest.h>

#include "engine/numeric/arithmetic.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Sentence = ScoredSentence<FixedArithmetic>;

std::vector<SentenceNumber> Keep(std::size_t capacity,
                                 std::initializer_list<int> scores) {
  TestArena arena;
  BestSentences<FixedArithmetic> best(capacity, *arena);
  SentenceNumber number = 0;
  for (const int score : scores) {
    best.Offer({0, 0, number++, Q16::FromInteger(score), {}});
  }
  std::vector<SentenceNumber> kept;
  for (const Sentence& sentence : best.Sorted()) {
    kept.push_back(sentence.sentence);
  }
  return kept;
}

TEST(BestSentences, KeepsTheBestInOrder) {
  EXPECT_EQ(Keep(3, {1, 5, 3, 9, 2}), (std::vector<SentenceNumber>{3, 1, 2}));
}

TEST(BestSentences, KeepsEqualScoresInTheOrderOffered) {
  EXPECT_EQ(Keep(3, {4, 4, 7, 4}), (std::vector<SentenceNumber>{2, 0, 1}));
}

TEST(BestSentences, HoldsFewerThanItsCapacityAndNone) {
  EXPECT_EQ(Keep(5, {1}), (std::vector<SentenceNumber>{0}));
  EXPECT_TRUE(Keep(5, {}).empty());
  EXPECT_TRUE(Keep(0, {1, 2}).empty());
}

}  // namespace
}  // namespace answerbox::engine
