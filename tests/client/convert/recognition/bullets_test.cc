#include "client/convert/recognition/bullets.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client::recognition {
namespace {

// The first word of a line of size 39 after `gap` pixels of blank.
std::string FirstWord(const std::string& sign, double gap) {
  SeenPage page{1000, 1000, {SeenLine{}}};
  page.lines[0].ascent = 30;
  page.lines[0].words = {{100, 110, 60, sign}, {110 + gap, 300, 95, "gloves"}};
  MendBullets(page);
  return page.lines[0].words[0].text;
}

TEST(Bullets, LoneSignsBeforeAWideGapAreBullets) {
  EXPECT_EQ(FirstWord("¢", 20), "•");
  EXPECT_EQ(FirstWord("e", 20), "•");
}

TEST(Bullets, SignsWithinTextStay) {
  EXPECT_EQ(FirstWord("¢", 10), "¢");
  EXPECT_EQ(FirstWord("e", 10), "e");
}

TEST(Bullets, NumbersAndWordsStay) {
  EXPECT_EQ(FirstWord("3", 20), "3");
  EXPECT_EQ(FirstWord("A", 20), "A");
  EXPECT_EQ(FirstWord("of", 20), "of");
}

}  // namespace
}  // namespace answerbox::client::recognition
