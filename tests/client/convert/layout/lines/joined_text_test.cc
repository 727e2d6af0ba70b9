#include <gtest/gtest.h>

#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {
namespace {

TEST(RaisedText, AReferenceMarkStandsInBrackets) {
  EXPECT_EQ(RaisedText("the hospital.", "1", false), "[1]");
  EXPECT_EQ(RaisedText("for both", "4", false), "[4]");
  EXPECT_EQ(RaisedText("is safe.", "1,2, 13", false), "[1][2][13]");
  EXPECT_EQ(RaisedText("(see there)", "7", false), "[7]");
}

TEST(RaisedText, AnExponentStaysOne) {
  EXPECT_EQ(RaisedText("about 10", "9", false), "⁹");
  EXPECT_EQ(RaisedText("10", "−3", false), "⁻³");
  EXPECT_EQ(RaisedText("a room of 12 m", "2", false), "²");
  EXPECT_EQ(RaisedText("under 30 kg/m", "2", false), "²");
}

TEST(RaisedText, ANumberHasTheMarkOfANote) {
  EXPECT_EQ(RaisedText("takes 15", "1", false), "[1]");
  EXPECT_EQ(RaisedText("takes 2.10", "1", false), "[1]");
  EXPECT_EQ(RaisedText("under 5 x 10", "12", false), "\u00b9\u00b2");
  EXPECT_EQ(RaisedText("Ca 2", "2+", false), "\u00b2\u207a");
  EXPECT_EQ(RaisedText("15 - 20", "0", false), "\u2070");
}

TEST(RaisedText, OnlyInchesNeedANumber) {
  EXPECT_EQ(RaisedText("height (in m", "2", false), "\u00b2");
  EXPECT_EQ(RaisedText("a jump of 5 m", "14", false), "[14]");
  EXPECT_EQ(RaisedText("as told in", "2", false), "[2]");
}

TEST(RaisedText, ANegativeNumberIsAnExponentOfAnyUnit) {
  EXPECT_EQ(RaisedText("5 kg m", "-2", false), "⁻²");
  EXPECT_EQ(RaisedText("12 mol l", "−1", false), "⁻¹");
  EXPECT_EQ(RaisedText("the form", "-a", false), "-a");
}

TEST(RaisedText, OtherTextStays) {
  EXPECT_EQ(RaisedText("the 21", "st", false), "st");
  EXPECT_EQ(RaisedText("Answerbox", "TM", false), "TM");
  EXPECT_EQ(RaisedText("", "1", false), "1");
  EXPECT_EQ(RaisedText("both", "1234", false), "1234");
  EXPECT_EQ(RaisedText("both", "", false), "");
}

TEST(RaisedText, AfterTenANoteOfThePageIsMeantUnlessItIsAFactor) {
  EXPECT_EQ(RaisedText("a score of 10", "2", true), "[2]");
  EXPECT_EQ(RaisedText("5 x 10", "2", true), "\u00b2");
  EXPECT_EQ(RaisedText("5 \u00d7 10", "2", true), "\u00b2");
  EXPECT_EQ(RaisedText("a room of 12 m", "2", true), "\u00b2");
}

std::string Joined(std::string text, std::string_view line) {
  WordJoiner joiner;
  joiner.Learn("detection, self care and well-being");
  joiner.Append(text, line);
  return text;
}

TEST(WordJoiner, MendsSplitWords) {
  EXPECT_EQ(Joined("early detec-", "tion of"), "early detection of");
  EXPECT_EQ(Joined("un-", "known words"), "unknown words");
  EXPECT_EQ(Joined("soft\u00ad", "ly"), "softly");
}

TEST(WordJoiner, KeepsHyphensOfTheDocumentsWords) {
  EXPECT_EQ(Joined("their well-", "being"), "their well-being");
  EXPECT_EQ(Joined("for self-", "care"), "for self-care");
}

TEST(WordJoiner, KeepsHyphensOfNumbersNamesAndCompounds) {
  EXPECT_EQ(Joined("against COVID-", "19"), "against COVID-19");
  EXPECT_EQ(Joined("Health-", "Care Settings"), "Health-Care Settings");
  EXPECT_EQ(Joined("the busi-", "CAUTION"), "the busi- CAUTION");
  EXPECT_EQ(Joined("18-", "22 degrees"), "18-22 degrees");
  EXPECT_EQ(Joined("Jean-", "Pierre"), "Jean-Pierre");
  EXPECT_EQ(Joined("Isosorbide-5-", "mononitrate"), "Isosorbide-5-mononitrate");
  EXPECT_EQ(Joined("a left-", "handed plane"), "a left-handed plane");
  EXPECT_EQ(Joined("the two-", "man saw"), "the two-man saw");
  EXPECT_EQ(Joined("two-", "thirds"), "two-thirds");
  EXPECT_EQ(Joined("six-", "teen"), "sixteen");
  EXPECT_EQ(Joined("from 5 -", "7 mg"), "from 5 - 7 mg");
}

TEST(WordJoiner, JoinsBrokenAddresses) {
  EXPECT_EQ(Joined("http://a.org/", "page"), "http://a.org/page");
  EXPECT_EQ(Joined("and/", "or"), "and/ or");
}

}  // namespace

}  // namespace answerbox::client::layout
