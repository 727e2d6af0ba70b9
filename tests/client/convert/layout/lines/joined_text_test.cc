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

TEST(RaisedText, AUnitNeedsANumber) {
  EXPECT_EQ(RaisedText("as told in", "2"), "[2]");
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
  EXPECT_EQ(Joined("covid-", "19"), "covid- 19");
}

TEST(WordJoiner, JoinsBrokenAddresses) {
  EXPECT_EQ(Joined("http://a.org/", "page"), "http://a.org/page");
  EXPECT_EQ(Joined("and/", "or"), "and/ or");
}

}  // namespace

}  // namespace answerbox::client::layout
