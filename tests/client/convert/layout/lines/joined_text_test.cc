#include <gtest/gtest.h>

#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {
namespace {

TEST(RaisedText, AReferenceMarkStandsInBrackets) {
  EXPECT_EQ(RaisedText("the hospital.", "1"), "[1]");
  EXPECT_EQ(RaisedText("for both", "4"), "[4]");
  EXPECT_EQ(RaisedText("is safe.", "1,2, 13"), "[1][2][13]");
  EXPECT_EQ(RaisedText("(see there)", "7"), "[7]");
}

TEST(RaisedText, AnExponentStaysOne) {
  EXPECT_EQ(RaisedText("about 10", "9"), "⁹");
  EXPECT_EQ(RaisedText("10", "−3"), "⁻³");
  EXPECT_EQ(RaisedText("a room of 12 m", "2"), "²");
  EXPECT_EQ(RaisedText("under 30 kg/m", "2"), "²");
}

TEST(RaisedText, ANumberHasTheMarkOfANote) {
  EXPECT_EQ(RaisedText("takes 15", "1"), "[1]");
  EXPECT_EQ(RaisedText("takes 2.10", "1"), "[1]");
  EXPECT_EQ(RaisedText("under 5 x 10", "12"), "\u00b9\u00b2");
  EXPECT_EQ(RaisedText("Ca 2", "2+"), "\u00b2\u207a");
  EXPECT_EQ(RaisedText("15 - 20", "0"), "\u2070");
}

TEST(RaisedText, AUnitNeedsANumber) {
  EXPECT_EQ(RaisedText("as told in", "2"), "[2]");
}

TEST(RaisedText, ANegativeNumberIsAnExponentOfAnyUnit) {
  EXPECT_EQ(RaisedText("5 kg m", "-2"), "⁻²");
  EXPECT_EQ(RaisedText("12 mol l", "−1"), "⁻¹");
  EXPECT_EQ(RaisedText("the form", "-a"), "-a");
}

TEST(RaisedText, OtherTextStays) {
  EXPECT_EQ(RaisedText("the 21", "st"), "st");
  EXPECT_EQ(RaisedText("Answerbox", "TM"), "TM");
  EXPECT_EQ(RaisedText("", "1"), "1");
  EXPECT_EQ(RaisedText("both", "1234"), "1234");
  EXPECT_EQ(RaisedText("both", ""), "");
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
