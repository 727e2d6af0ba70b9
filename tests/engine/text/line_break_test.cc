#include <gtest/gtest.h>

#include <string>

#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

using Start = LineShape::Start;

LineShape Describe(std::string_view line) {
  return DescribeLine(line, 0, line.size());
}

bool Ends(std::string_view previous, std::string_view current,
          std::string_view next) {
  return LineBreakEndsSentence(Describe(previous), Describe(current),
                               Describe(next));
}

bool BlankEnds(std::string_view current, std::string_view next) {
  return BlankLineEndsSentence(Describe(current), Describe(next));
}

TEST(DescribeLine, CountsCharactersNotBytes) {
  const LineShape shape = Describe("\u00c9t\u00e9 \u20ac5\nnext");
  EXPECT_EQ(shape.characters, 6);
  EXPECT_EQ(shape.first_word_characters, 3);
}

TEST(DescribeLine, LooksNoFurtherThanItsLimit) {
  const LineShape shape = Describe(std::string(10000, 'x'));
  EXPECT_EQ(shape.characters, kMaxLineCharacters);
}

TEST(DescribeLine, TellsHowALineStarts) {
  EXPECT_EQ(Describe("Wash").start, Start::kCapital);
  EXPECT_EQ(Describe("(Wash)").start, Start::kCapital);
  EXPECT_EQ(Describe("- soap").start, Start::kListItem);
  EXPECT_EQ(Describe("and so").start, Start::kSmall);
  EXPECT_EQ(Describe("2.5 mg").start, Start::kOther);
  EXPECT_EQ(Describe("& co").start, Start::kOther);
}

TEST(DescribeLine, SeesColumnsBetweenWordsOnly) {
  EXPECT_TRUE(Describe("dose\tmg").has_columns);
  EXPECT_TRUE(Describe("dose   mg").has_columns);
  EXPECT_TRUE(Describe("| dose").has_columns);
  EXPECT_FALSE(Describe("dose  mg").has_columns);
  EXPECT_FALSE(Describe("dose mg \t   ").has_columns);
}

TEST(DescribeLine, SeesThatALineStopsInMidPhrase) {
  for (const char* line :
       {"kept by the", "soap,", "and/", "well-", "Use Of "}) {
    EXPECT_TRUE(Describe(line).is_unfinished) << line;
  }
  EXPECT_FALSE(Describe("kept by nurses").is_unfinished);
  EXPECT_FALSE(Describe("they include:").is_unfinished);
}

TEST(LineBreakEndsSentence, JoinsWhatGoesOnInLowerCase) {
  EXPECT_FALSE(Ends("", "Wash hands", "with soap"));
}

TEST(LineBreakEndsSentence, SeparatesShortLinesWithCapitals) {
  EXPECT_TRUE(Ends("", "Opening hours", "Monday 8 to 17"));
  EXPECT_TRUE(Ends("", "About us", "We are a small clinic"));
  EXPECT_FALSE(Ends("", "Opening hours of the", "Clinic"));
}

TEST(LineBreakEndsSentence, JoinsNarrowProseThatMeetsACapital) {
  EXPECT_FALSE(Ends("In spring the doctors at", "the hospital in old",
                    "Marburg met again"));
}

TEST(LineBreakEndsSentence, SeparatesALineThatAWrapperWouldHaveFilled) {
  const std::string width(60, 'x');
  EXPECT_TRUE(Ends("", std::string(40, 'y'), "Wash " + width));
  EXPECT_FALSE(Ends("", std::string(55, 'y'), "Wash " + width));
}

TEST(LineBreakEndsSentence, TakesLongLinesForParagraphs) {
  EXPECT_TRUE(Ends("", std::string(160, 'x'), "then"));
  EXPECT_FALSE(Ends("", std::string(159, 'x'), "then"));
}

TEST(BlankLineEndsSentence, EndsOneUnlessThePhraseGoesOn) {
  EXPECT_TRUE(BlankEnds("It is kept by nurses", "and others"));
  EXPECT_TRUE(BlankEnds("It is kept by the", "Nurses"));
  EXPECT_FALSE(BlankEnds("It is kept by the", "nurses"));
  EXPECT_FALSE(BlankEnds("soap, water,", "time"));
}

TEST(BlankLineEndsSentence, EndsOneAfterAWordOnItsOwn) {
  EXPECT_TRUE(BlankEnds("No", "more"));
}

}  // namespace
}  // namespace answerbox::engine
