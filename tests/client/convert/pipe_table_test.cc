#include "client/convert/pipe_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

using testing::ElementsAre;

TEST(PipeTable, RecognisesDelimiterRows) {
  EXPECT_TRUE(IsDelimiterRow("|---|:-:|"));
  EXPECT_TRUE(IsDelimiterRow(" --- | ---: "));
  EXPECT_TRUE(IsDelimiterRow("|-|"));
}

TEST(PipeTable, TakesNothingElseForADelimiterRow) {
  EXPECT_FALSE(IsDelimiterRow("---"));
  EXPECT_FALSE(IsDelimiterRow("| a | --- |"));
  EXPECT_FALSE(IsDelimiterRow("||"));
  EXPECT_FALSE(IsDelimiterRow("|:|"));
  EXPECT_FALSE(IsDelimiterRow(""));
}

TEST(PipeTable, BeginsWithItsHeadRow) {
  const std::vector<std::string> lines = {"Prose.", "a | b", "--- | ---",
                                          "1|2"};
  EXPECT_EQ(FindTable(lines), 1u);
}

TEST(PipeTable, NeedsAHeadRowWithAPipe) {
  EXPECT_FALSE(FindTable(std::vector<std::string>{"Prose.", "|---|"}));
  EXPECT_FALSE(FindTable(std::vector<std::string>{"|---|"}));
}

TEST(PipeTable, RowsKeepTheirCells) {
  EXPECT_THAT(CellsOf("|  a | b  |"), ElementsAre("a", "b"));
  EXPECT_THAT(CellsOf("a||c"), ElementsAre("a", "", "c"));
  EXPECT_THAT(CellsOf("plain"), ElementsAre("plain"));
}

}  // namespace
}  // namespace answerbox::client
