#include <gtest/gtest.h>

#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
namespace {

TEST(CanBeginSentence, AcceptsCapitalsDigitsAmountsAndBullets) {
  for (const char* text : {"A", "\u00c9t\u00e9", "5", "$5", "\u00a35", "#1",
                           "\u2022 a", "\u4e2d"}) {
    EXPECT_TRUE(CanBeginSentence(text)) << text;
  }
}

TEST(CanBeginSentence, LooksPastOpenersAndAListDash) {
  for (const char* text : {"\"A", "(\"A", "\u201cA", "**A", "- A", "\u2013 5",
                           "[1]", "\u00bfQu\u00e9"}) {
    EXPECT_TRUE(CanBeginSentence(text)) << text;
  }
}

TEST(CanBeginSentence, RefusesEverythingElse) {
  for (const char* text : {"", "a", "\u00e9t\u00e9", "\"a", "(see", "-A", "- a",
                           ", A", "&", "(((((A"}) {
    EXPECT_FALSE(CanBeginSentence(text)) << text;
  }
}

TEST(DropOpeners, DropsFourAtMost) {
  EXPECT_EQ(DropOpeners("(\"A"), "A");
  EXPECT_EQ(DropOpeners("(((((A"), "(A");
  EXPECT_EQ(DropOpeners("(("), "");
}

}  // namespace
}  // namespace answerbox::engine
