#include <gtest/gtest.h>

#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
namespace {

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
