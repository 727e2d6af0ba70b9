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

TEST(IsStopWord, LeavesWordsThatCarryMeaning) {
  for (const char* word :
       {"", "z", "ax", "dose", "thee", "2", "\u00e9t\u00e9"}) {
    EXPECT_FALSE(IsStopWord(word)) << word;
  }
}

}  // namespace
}  // namespace answerbox::engine
