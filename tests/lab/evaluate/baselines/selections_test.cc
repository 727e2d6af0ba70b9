#include "lab/evaluate/baselines/selections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace answerbox::lab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<BaselineSentence> kSentences = {
    {.words = 4, .tokens = 5, .terms = {}},
    {.words = 3, .tokens = 4, .terms = {}},
    {.words = 9, .tokens = 9, .terms = {}},
    {.words = 2, .tokens = 3, .terms = {}}};

TEST(LeadSentences, StopsAtTheFirstThatDoesNotFit) {
  EXPECT_THAT(LeadSentences(kSentences, {.words = 10}), ElementsAre(0, 1));
  EXPECT_THAT(LeadSentences(kSentences, {.tokens = 9}), ElementsAre(0, 1));
  EXPECT_THAT(LeadSentences(kSentences, {.sentences = 3}),
              ElementsAre(0, 1, 2));
  EXPECT_THAT(LeadSentences(kSentences, {}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(LeadSentences(kSentences, {.words = 3}), IsEmpty());
}

TEST(BestSentences, PassesOverWhatDoesNotFit) {
  const std::vector<double> scores = {.1, .2, .4, .2};
  EXPECT_THAT(BestSentences(kSentences, scores, {.words = 8}),
              ElementsAre(1, 3));
  EXPECT_THAT(BestSentences(kSentences, scores, {.words = 11}),
              ElementsAre(2, 3));
  // Of equal scores the earlier one.
  EXPECT_THAT(BestSentences(kSentences, scores, {.sentences = 2}),
              ElementsAre(1, 2));
}

TEST(RandomSentences, FillTheBudgetAndDependOnTheSeedAlone) {
  std::set<std::vector<std::size_t>> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto taken = RandomSentences(kSentences, {.words = 9}, seed);
    EXPECT_EQ(taken, RandomSentences(kSentences, {.words = 9}, seed));
    std::uint32_t words = 0;
    for (const std::size_t index : taken) words += kSentences[index].words;
    EXPECT_EQ(words, 9u);  // The long one, or all others.
    seen.insert(taken);
  }
  EXPECT_EQ(seen.size(), 2u);
}

}  // namespace
}  // namespace answerbox::lab
