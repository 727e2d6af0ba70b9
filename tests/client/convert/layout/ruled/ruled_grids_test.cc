#include "client/convert/layout/ruled/ruled_grids.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client::layout {
namespace {

DrawnBox Rule(int left, int right, int top, int bottom) {
  return {Pixels(left), Pixels(right), Pixels(top), Pixels(bottom), 0, 1};
}

void Level(DrawnPage& page, int top, int left, int right) {
  page.rules.push_back(Rule(left, right, top, top));
}

void Upright(DrawnPage& page, int left, int top, int bottom) {
  page.uprights.push_back(Rule(left, left, top, bottom));
}

// "row column" of each cell, and "row column rows x columns" of larger ones.
std::string Tell(const RuledGrid& grid) {
  std::string told;
  for (const RuledCell& cell : grid.cells) {
    if (!told.empty()) told += "; ";
    told += std::to_string(cell.row) + " " + std::to_string(cell.column);
    if (cell.row_span * cell.column_span > 1) {
      told += " " + std::to_string(cell.row_span) + "x" +
              std::to_string(cell.column_span);
    }
  }
  return told;
}

TEST(RuledGrids, SidesMayBeOpen) {
  DrawnPage page;
  for (const int top : {100, 130, 160}) Level(page, top, 100, 500);
  Upright(page, 300, 98, 163);
  const auto grids = FindRuledGrids(page, {});
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(Tell(grids[0]), "0 0; 0 1; 1 0; 1 1");
  EXPECT_EQ(grids[0].left(), Pixels(100));
  EXPECT_EQ(grids[0].right(), Pixels(500));
  EXPECT_EQ(grids[0].CellAt(Pixels(400), Pixels(140)), 3u);
  EXPECT_EQ(grids[0].CellAt(Pixels(501), Pixels(140)), std::nullopt);
}

TEST(RuledGrids, WhatIsNoRectangleIsSeveralCells) {
  DrawnPage page;
  for (const int top : {100, 160}) Level(page, top, 100, 500);
  for (const int left : {100, 500}) Upright(page, left, 100, 160);
  Level(page, 130, 300, 500);
  Upright(page, 300, 130, 160);
  const auto grids = FindRuledGrids(page, {});
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(Tell(grids[0]), "0 0 1x2; 1 0; 1 1");
}

TEST(RuledGrids, LinesThatDoNotMeetAreGridsOfTheirOwn) {
  DrawnPage page;
  for (const int left : {100, 500}) {
    for (const int top : {100, 130, 160}) Level(page, top, left, left + 100);
    for (const int x : {0, 50, 100}) Upright(page, left + x, 100, 160);
  }
  Level(page, 400, 100, 800);  // Over a footnote.
  EXPECT_EQ(FindRuledGrids(page, {}).size(), 2u);
}

std::vector<Run> WordsInTwoColumns() {
  std::vector<Run> runs;
  for (const int top : {110, 140, 170}) {
    for (const int left : {110, 300}) {
      Run& run = runs.emplace_back();
      run.left = Pixels(left);
      run.right = Pixels(left + 60);
      run.top = Pixels(top);
      run.bottom = Pixels(top + 12);
      run.font.size = Pixels(12);
      run.text = "Cell";
    }
  }
  return runs;
}

TEST(RuledGrids, LevelRulesNeedColumnsOfWordsBetweenThem) {
  DrawnPage page;
  for (const int top : {100, 130, 160, 190}) Level(page, top, 100, 500);
  auto runs = WordsInTwoColumns();
  const auto grids = FindRuledGrids(page, runs);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(Tell(grids[0]), "0 0; 1 0; 2 0");
  for (auto& run : runs) {
    if (run.left == Pixels(110)) run.right = Pixels(299);
  }
  EXPECT_TRUE(FindRuledGrids(page, runs).empty());
}

}  // namespace
}  // namespace answerbox::client::layout
