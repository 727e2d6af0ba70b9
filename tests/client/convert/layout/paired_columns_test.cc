#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

using testing::ElementsAre;
using Texts = std::vector<std::vector<std::string>>;

TableGrid GridOf(const Texts& rows) {
  TableGrid grid;
  for (const auto& row : rows) {
    grid.rows.emplace_back();
    for (const std::string& cell : row) grid.rows.back().push_back({cell});
  }
  return grid;
}

Texts GridTexts(const TableGrid& grid) {
  Texts rows;
  for (const LayoutRow& row : grid.rows) {
    rows.emplace_back();
    for (const LayoutCell& cell : row) rows.back().push_back(cell.text);
  }
  return rows;
}

Texts Stacked(const Texts& rows) {
  TableGrid grid = GridOf(rows);
  StackAbbreviations(grid);
  return GridTexts(grid);
}

const Texts kAbbreviations = {
    {"ANC", "antenatal care", "HIV", "human virus"},
    {"BP", "blood pressure", "IPC", "infection prevention"},
    {"", "", "", "and control"},
    {"eHealth", "electronic health", "", ""},
    {"CHW", "community worker", "TB", "tuberculosis"},
    {"DAK", "digital kit", "WHO", "World Health Organization"},
    {"DT", "decision table", "", ""}};

TEST(PairedColumns, PutTheRightHalfOfAbbreviationsBelowTheLeft) {
  EXPECT_THAT(
      Stacked(kAbbreviations),
      ElementsAre(ElementsAre("ANC", "antenatal care"),
                  ElementsAre("BP", "blood pressure"),
                  ElementsAre("eHealth", "electronic health"),
                  ElementsAre("CHW", "community worker"),
                  ElementsAre("DAK", "digital kit"),
                  ElementsAre("DT", "decision table"),
                  ElementsAre("HIV", "human virus"),
                  ElementsAre("IPC", "infection prevention and control"),
                  ElementsAre("TB", "tuberculosis"),
                  ElementsAre("WHO", "World Health Organization")));
}

TEST(PairedColumns, KeepTheirHalvesApart) {
  Texts rows = kAbbreviations;
  rows.insert(rows.begin(), {"", "", "", "and others"});
  EXPECT_THAT(Stacked(rows)[6], ElementsAre("", "and others"));
}

TEST(PairedColumns, StayWhereTheyHaveAHead) {
  TableGrid grid = GridOf(kAbbreviations);
  grid.header_rows = 1;
  StackAbbreviations(grid);
  EXPECT_EQ(GridTexts(grid), kAbbreviations);
}

TEST(PairedColumns, StayWhereTheThirdColumnHoldsOtherWords) {
  const Texts rows = {{"USA", "the drug is given", "yes", "a dose"},
                      {"UK", "the drug is sold", "no", "a dose"},
                      {"EU", "the drug is known", "yes", "a dose"},
                      {"UAE", "the drug is new", "no", "a dose"}};
  EXPECT_EQ(Stacked(rows), rows);
}

TEST(PairedColumns, StayWhereCellsSpanOthers) {
  TableGrid grid = GridOf(kAbbreviations);
  grid.rows[2] = {{"Other words", 4, 1}};
  StackAbbreviations(grid);
  EXPECT_EQ(grid.rows.size(), kAbbreviations.size());
}

}  // namespace
}  // namespace answerbox::client::layout
