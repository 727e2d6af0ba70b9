#include "engine/text/boundary_words.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

TEST(AbbreviationOf, KnowsAWordOfEveryKind) {
  EXPECT_EQ(AbbreviationOf("dr"), Abbreviation::kTitle);
  EXPECT_EQ(AbbreviationOf("e.g"), Abbreviation::kNeverEnds);
  EXPECT_EQ(AbbreviationOf("ph.d"), Abbreviation::kMayEnd);
  EXPECT_EQ(AbbreviationOf("fig"), Abbreviation::kBeforeNumber);
  EXPECT_EQ(AbbreviationOf("sept"), Abbreviation::kCalendar);
  EXPECT_EQ(AbbreviationOf("p.m"), Abbreviation::kTimeOfDay);
}

TEST(AbbreviationOf, KnowsNoOtherWords) {
  for (const char* word : {"", "mg", "etc", "figure", "d", "Dr", "dr.", "1"}) {
    EXPECT_EQ(AbbreviationOf(word), Abbreviation::kNone) << word;
  }
}

TEST(FollowsTimeOfDay, KnowsDaysMonthsAndZones) {
  EXPECT_TRUE(FollowsTimeOfDay("monday"));
  EXPECT_TRUE(FollowsTimeOfDay("may"));
  EXPECT_TRUE(FollowsTimeOfDay("gmt"));
  EXPECT_FALSE(FollowsTimeOfDay("patients"));
}

TEST(TakesLetter, KnowsNounsThatALetterFollows) {
  EXPECT_TRUE(TakesLetter("vitamin"));
  EXPECT_TRUE(TakesLetter("hepatitis"));
  EXPECT_FALSE(TakesLetter("george"));
}

}  // namespace
}  // namespace answerbox::engine
