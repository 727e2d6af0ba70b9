#include "client/convert/layout/raised_text.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace answerbox::client::layout
