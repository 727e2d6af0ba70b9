#include <gtest/gtest.h>

#include <string>

#include "client/convert/layout/ruled/ruled_grids.h"

namespace answerbox::client::layout {
namespace {

constexpr Color kBlue = 0x0000ff;

DrawnBox Box(int left, int right, int top, int bottom, Color color = 0) {
  return {Pixels(left), Pixels(right), Pixels(top), Pixels(bottom), color, 1};
}

// "place begin end" in pixels.
std::string Tell(const std::vector<GridLine>& lines) {
  std::string told;
  for (const GridLine& line : lines) {
    if (!told.empty()) told += "; ";
    told += std::to_string(line.place / 100) + " " +
            std::to_string(line.begin / 100) + " " +
            std::to_string(line.end / 100);
  }
  return told;
}

TEST(GridLines, PiecesThatMeetAreOneLine) {
  DrawnPage page;
  page.rules = {Box(100, 200, 50, 50), Box(203, 300, 51, 51),
                Box(320, 400, 50, 50), Box(100, 400, 90, 90)};
  page.uprights = {Box(100, 100, 50, 70), Box(101, 101, 70, 90)};
  const GridLines lines = FindGridLines(page);
  EXPECT_EQ(Tell(lines.level), "50 100 300; 50 320 400; 90 100 400");
  EXPECT_EQ(Tell(lines.upright), "100 50 90");
}

TEST(GridLines, GroundsHaveEdgesWhereTheyEnd) {
  DrawnPage page;
  // Two pieces of one cell, one within another, and one of another colour.
  page.grounds = {Box(100, 200, 50, 70, kBlue), Box(100, 200, 70, 90, kBlue),
                  Box(110, 190, 55, 65, kBlue), Box(200, 300, 50, 90, 0xff)};
  page.grounds.back().color = 0xff0000;
  const GridLines lines = FindGridLines(page);
  EXPECT_EQ(Tell(lines.level), "50 100 300; 90 100 300");
  EXPECT_EQ(Tell(lines.upright), "100 50 90; 200 50 90; 300 50 90");
  EXPECT_FALSE(lines.level.front().is_rule);
}

TEST(GridLines, PaperAndUnknownShapesHaveNone) {
  DrawnPage page;
  page.grounds = {Box(100, 200, 50, 90, 0xffffff),
                  Box(100, 200, 50, 90, kMixedColors),
                  Box(0, 900, 50, 90, kBlue)};
  EXPECT_EQ(Tell(FindGridLines(page).level), "");
}

TEST(GridLines, ADrawingOfTooManyLinesHasNone) {
  DrawnPage page;
  for (int i = 0; i < 1'001; ++i) {
    page.rules.push_back(Box(100, 200, 10 * i, 10 * i));
  }
  EXPECT_TRUE(FindGridLines(page).level.empty());
}

}  // namespace
}  // namespace answerbox::client::layout
