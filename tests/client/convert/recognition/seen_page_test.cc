#include "client/convert/recognition/seen_page.h"

#include <gtest/gtest.h>

#include <cmath>

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

SeenLine LineAt(double baseline, double slope) {
  SeenLine line{.baseline = baseline,
                .middle = 1000,
                .slope = slope,
                .ascent = 30,
                .descent = 10,
                .words = {}};
  for (const char* word : {"one", "two", "three"}) {
    const double left = 500 + 200 * static_cast<double>(line.words.size());
    line.words.push_back({left, left + 150, 90, word});
  }
  return line;
}

TEST(SeenPage, ConfidenceIsTheMeanOverLetters) {
  SeenLine line;
  line.words = {{0, 1, 100, "abc"}, {1, 2, 20, "d"}};
  EXPECT_EQ(MeanConfidence({&line, 1}), 80);
  EXPECT_EQ(MeanConfidence({}), 100);
}

// Two columns of a page that lies askew: the right one stands lower.
TEST(SeenPage, StraightenedLinesOfOneRowAreLevel) {
  const double slope = std::tan(0.02);
  SeenPage page{2000, 3000, {LineAt(500, slope), LineAt(500, slope)}};
  page.lines[1].middle += 800;
  page.lines[1].baseline += 800 * slope;
  Straighten(page);
  EXPECT_NEAR(page.lines[0].baseline, page.lines[1].baseline, 0.01);
  EXPECT_NEAR(page.lines[0].slope, 0, 1e-9);
}

TEST(SeenPage, StraightenedLinesBeginAtOneMargin) {
  const double slope = std::tan(0.02);
  SeenPage page{2000, 3000, {LineAt(500, slope), LineAt(2500, slope)}};
  // Turned about the page's middle, the lower line lies to the left.
  for (SeenWord& word : page.lines[1].words) word.left -= 2000 * slope;
  Straighten(page);
  EXPECT_NEAR(page.lines[0].words[0].left, page.lines[1].words[0].left, 1);
}

TEST(SeenPage, ASlantedWordDoesNotTurnThePage) {
  SeenPage page{2000, 3000, {LineAt(500, 0), LineAt(600, 0), LineAt(700, 0.2)}};
  Straighten(page);
  EXPECT_EQ(page.lines[0].baseline, 500);
}

}  // namespace

}  // namespace answerbox::client::recognition
