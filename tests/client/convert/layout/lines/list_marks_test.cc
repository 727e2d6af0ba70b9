#include "client/convert/layout/lines/list_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::client::layout {
namespace {

TEST(ListMarks, KnowsBullets) {
  EXPECT_TRUE(IsBullet("•", false));
  EXPECT_TRUE(IsBullet("\ue0b7", false));  // Private use: symbol fonts.
  EXPECT_TRUE(IsBullet("n", true));
  EXPECT_FALSE(IsBullet("n", false));
  EXPECT_FALSE(IsBullet("☐", false));  // A box to tick is text.
  EXPECT_FALSE(IsBullet("", false));
}

TEST(ListMarks, KnowsNumbersOfLists) {
  for (const char* mark : {"1.", "(a)", "12a.", "iv)", "[12]", "B."}) {
    EXPECT_TRUE(IsListNumber(mark)) << mark;
  }
  for (const char* text : {"1", "1.2", "1234.", "word.", "(12"}) {
    EXPECT_FALSE(IsListNumber(text)) << text;
  }
}

TEST(ListMarks, TakesTheMarkOffALine) {
  EXPECT_EQ(FindLeadingMark("•text").mark, "•");
  EXPECT_EQ(FindLeadingMark("– text").text, "text");
  EXPECT_EQ(FindLeadingMark("2. text").mark, "2.");
  EXPECT_EQ(FindLeadingMark("2.5 percent").mark, "");
  EXPECT_EQ(FindLeadingMark("-text").mark, "");
  EXPECT_EQ(FindLeadingMark("\u2212 text").text, "text");
  EXPECT_EQ(FindLeadingMark("\u2212 5 degrees").mark, "");
  EXPECT_EQ(FindLeadingMark("3.").mark, "");
}

TEST(ListMarks, CountsInEachOrder) {
  const auto follows = [](const char* before, const char* after) {
    return MayFollow(MarkPlaces(before), MarkPlaces(after));
  };
  EXPECT_TRUE(follows("1.", "2."));
  EXPECT_TRUE(follows("(a)", "(b)"));
  EXPECT_TRUE(follows("iv.", "v."));
  EXPECT_TRUE(follows("h)", "i)"));
  EXPECT_TRUE(follows("3a.", "3b."));
  EXPECT_FALSE(follows("1.", "3."));
  EXPECT_FALSE(follows("1.", "b."));
}

TEST(ListMarks, TellsTheMarkBefore) {
  EXPECT_EQ(MarkBefore("2."), "1.");
  EXPECT_EQ(MarkBefore("(10)"), "(9)");
  EXPECT_EQ(MarkBefore("c)"), "b)");
  EXPECT_EQ(MarkBefore("B."), "A.");
  for (const char* first : {"1.", "0.", "(a)", "A.", "iv.", "3a.", "•", ""}) {
    EXPECT_EQ(MarkBefore(first), "") << first;
  }
}

}  // namespace
}  // namespace answerbox::client::layout
