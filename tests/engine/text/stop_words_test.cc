#include "engine/text/stop_words.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

TEST(IsStopWord, KnowsTheFirstAndLastWordOfALetter) {
  for (const char* word : {"a", "as", "the", "too", "your", "you'll"}) {
    EXPECT_TRUE(IsStopWord(word)) << word;
  }
}

TEST(IsStopWord, KnowsContractions) {
  EXPECT_TRUE(IsStopWord("don't"));
  EXPECT_TRUE(IsStopWord("they've"));
}

TEST(FindStopWord, GivesTheIdsThatCodeAsksFor) {
  EXPECT_EQ(FindStopWord("he"), kStopHe);
  EXPECT_EQ(FindStopWord("why"), kStopWhy);
  EXPECT_EQ(FindStopWord("a"), 0);
  EXPECT_EQ(FindStopWord("your"), kStopWordIds - 2);
}

TEST(FindStopWord, FoldsContractionsToTheirFirstWord) {
  EXPECT_EQ(FindStopWord("he'd"), kStopHe);
  EXPECT_EQ(FindStopWord("they're"), kStopThey);
  EXPECT_EQ(FindStopWord("who've"), kStopWho);
}

TEST(FindStopWord, HasOneIdForAllNegations) {
  for (const char* word : {"ain't", "can't", "don't", "won't", "wouldn't"}) {
    EXPECT_EQ(FindStopWord(word), kStopNegated) << word;
  }
}

TEST(StopWordOf, GivesTheWordOfAnId) {
  for (const std::string_view word : StopWords()) {
    if (word.find('\'') != std::string_view::npos) continue;
    EXPECT_EQ(StopWordOf(*FindStopWord(word)), word);
  }
  EXPECT_EQ(StopWordOf(kStopNegated), "not");
}

TEST(IsStopWord, LeavesWordsThatCarryMeaning) {
  for (const char* word :
       {"", "z", "ax", "dose", "thee", "2", "\u00e9t\u00e9"}) {
    EXPECT_FALSE(IsStopWord(word)) << word;
  }
}

}  // namespace
}  // namespace answerbox::engine
