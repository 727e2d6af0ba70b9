#include "engine/retrieval/asked_documents.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::engine {
namespace {

TEST(NamePattern, WithoutWildcardsIsTheName) {
  EXPECT_TRUE(MatchesPattern("a/b.md", "a/b.md"));
  for (const char* other : {"", "a/b.m", "a/b.mdx", "A/b.md", "b.md"}) {
    EXPECT_FALSE(MatchesPattern(other, "a/b.md")) << other;
  }
}

TEST(NamePattern, AStarIsAnyCharactersAndAlsoNone) {
  for (const char* pattern :
       {"*", "**", "a*", "*d", "a*d", "a/*", "*/*", "*.md", "a/b*.md", "*b*"}) {
    EXPECT_TRUE(MatchesPattern("a/b.md", pattern)) << pattern;
  }
  for (const char* pattern : {"", "b*", "*a", "*.txt", "a*c*d", "*b*b*"}) {
    EXPECT_FALSE(MatchesPattern("a/b.md", pattern)) << pattern;
  }
  EXPECT_TRUE(MatchesPattern("", "*"));
}

TEST(NamePattern, AQuestionMarkIsOneCharacterOfAnyLength) {
  EXPECT_TRUE(MatchesPattern("caf\xC3\xA9.md", "caf?.md"));
  EXPECT_TRUE(MatchesPattern("caf\xC3\xA9", "????"));
  EXPECT_FALSE(MatchesPattern("caf\xC3\xA9", "?????"));
  EXPECT_TRUE(MatchesPattern("caf\xC3\xA9", "*?"));
  EXPECT_FALSE(MatchesPattern("", "?"));
}

TEST(NamePattern, TriesEveryPlaceOfAStar) {
  EXPECT_TRUE(MatchesPattern("abababc", "*abc"));
  EXPECT_TRUE(MatchesPattern("abcabd", "*ab?"));
  EXPECT_TRUE(MatchesPattern("mississippi", "m*iss*p?"));
  EXPECT_FALSE(MatchesPattern("mississippi", "m*iss*x?"));
}

// A pattern that made other matchers take exponential time.
TEST(NamePattern, TakesNoLongerThanItsLengthsMultiplied) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  EXPECT_FALSE(MatchesPattern(std::string(1000, 'a') + "b", pattern));
}

TEST(NamePattern, BeginsWithWhatIsBeforeTheFirstWildcard) {
  EXPECT_EQ(FixedPrefix("a/b*c?"), "a/b");
  EXPECT_EQ(FixedPrefix("a?c*"), "a");
  EXPECT_EQ(FixedPrefix("a.md"), "a.md");
  EXPECT_EQ(FixedPrefix("*"), "");
}

}  // namespace
}  // namespace answerbox::engine
