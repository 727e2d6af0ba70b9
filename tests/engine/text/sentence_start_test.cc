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

TEST(BeginsListItem, KnowsBulletsAndDashes) {
  for (const char* line : {"- a", "* a", "+ a", "\u2013 a", "\u2022 a",
                           "\u2022a", "\u25aa", "\uf0b7 a"}) {
    EXPECT_TRUE(BeginsListItem(line)) << line;
  }
}

TEST(BeginsListItem, KnowsNumbersAndLetters) {
  for (const char* line :
       {"1. a", "12) a", "(3) a", "a) b", "(b) c", "iv. a", "(ii) a", "2.1. a",
        "2.1 Areas", "999. a", "c.", "A) b"}) {
    EXPECT_TRUE(BeginsListItem(line)) << line;
  }
}

TEST(BeginsListItem, LeavesNumbersDosesNamesAndYears) {
  for (const char* line :
       {"", "-", "-5 degrees", "--", "*bold*", "2.5 mg", "12 nurses", "1990. A",
        "A. Osei", "(2,5) is", "(a b)", "(see) a", "1.a", "3)a", "mix) a",
        "No. 5", "(1. a"}) {
    EXPECT_FALSE(BeginsListItem(line)) << line;
  }
}

TEST(IsListLabel, KnowsNumbersLettersAndSmallRomanNumbers) {
  for (const char* word :
       {"1", "999", "2.3", "10.2.1", "a", "Z", "iv", "viii"}) {
    EXPECT_TRUE(IsListLabel(word)) << word;
  }
}

TEST(IsListLabel, RefusesEverythingElse) {
  for (const char* word :
       {"", "1000", "2.", ".2", "2..3", "ab", "xiiii", "1a"}) {
    EXPECT_FALSE(IsListLabel(word)) << word;
  }
}

}  // namespace

}  // namespace answerbox::engine
