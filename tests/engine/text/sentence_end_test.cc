#include <gtest/gtest.h>

#include <string>

#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
namespace {

TEST(EndsSentence, NeedsATerminatorAndABeginning) {
  EXPECT_TRUE(EndsSentence("It rained.", "We left."));
  EXPECT_FALSE(EndsSentence("It rained", "We left."));
  EXPECT_FALSE(EndsSentence("It rained.", "we left."));
  EXPECT_FALSE(EndsSentence("It rained;", "We left."));
}

TEST(EndsSentence, LooksPastClosersAndReferenceMarks) {
  for (const char* sentence : {"So.\"", "So.)", "So?\u201d)", "So.**", "So.[3]",
                               "So.[3][14]", "So.\u00bb", "So\u2026\u201d"}) {
    EXPECT_TRUE(EndsSentence(sentence, "We left.")) << sentence;
  }
  for (const char* sentence : {"So\"", "So]", "So[3]", "[3]", "]", "\"", ")"}) {
    EXPECT_FALSE(EndsSentence(sentence, "We left.")) << sentence;
  }
}

TEST(EndsSentence, TakesAbbreviationsInCapitalsForAcronyms) {
  EXPECT_TRUE(EndsSentence("She lives with MS.", "Treatment helps."));
  EXPECT_TRUE(EndsSentence("This prevents IE.", "Floss daily."));
  EXPECT_FALSE(EndsSentence("ASK DR.", "OSEI."));
  EXPECT_FALSE(EndsSentence("See NO.", "5"));
}

TEST(EndsSentence, EndsAfterAWordTooLongForAnAbbreviation) {
  EXPECT_TRUE(EndsSentence(std::string(100, 'a') + ".", "We left."));
  EXPECT_TRUE(EndsSentence("x " + std::string(25, 'a') + ".", "We left."));
}

TEST(EndsSentence, KnowsAbbreviationsInCompounds) {
  EXPECT_FALSE(EndsSentence("Minneapolis-St.", "Paul"));
  EXPECT_FALSE(EndsSentence("A nurse and/or Dr.", "Osei"));
  EXPECT_TRUE(EndsSentence("Hepatitis-B.", "Patients"));
}

TEST(EndsSentence, EndsAfterAStopWithoutAWord) {
  EXPECT_TRUE(EndsSentence("And so .", "We left."));
  EXPECT_TRUE(EndsSentence(".", "We left."));
  EXPECT_TRUE(EndsSentence("well-.", "We left."));
}

TEST(EndsSentence, KnowsMonthsAndDaysByTheirCapital) {
  EXPECT_FALSE(EndsSentence("Closed on Sat.", "5 May"));
  EXPECT_TRUE(EndsSentence("There he sat.", "5 others stood."));
  EXPECT_TRUE(EndsSentence("Closed on Sat.", "Open otherwise."));
}

TEST(EndsSentence, GoesOnAfterPlaceAndCompanyAbbreviations) {
  EXPECT_FALSE(EndsSentence("She climbed Mt.", "Kenya"));
  EXPECT_FALSE(EndsSentence("He runs Lund Ltd.", "Europe"));
  EXPECT_TRUE(EndsSentence("He runs Lund Ltd.", "They sell soap."));
}

}  // namespace
}  // namespace answerbox::engine
