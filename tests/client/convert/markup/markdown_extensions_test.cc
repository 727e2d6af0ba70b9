#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/markup/markdown_source.h"

namespace answerbox::client {
namespace {

TEST(FrontMatter, IsLeftOut) {
  EXPECT_EQ(WithoutFrontMatter("---\ntitle: A\ntags:\n  - b\n- c\n---\nText"),
            "Text");
}

TEST(FrontMatter, MayEndWithDotsAndCarriageReturns) {
  EXPECT_EQ(WithoutFrontMatter("---\r\ntitle: A\r\n...\r\nText"), "Text");
}

TEST(FrontMatter, IsNotARuleBeforeProse) {
  const char* text = "---\nA sentence of prose\n---\nMore";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, IsNotARuleBeforeABlankLine) {
  const char* text = "---\n\ntitle: A\n---\nMore";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, HasToEnd) {
  const char* text = "---\ntitle: A\n";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, StandsOnTheFirstLineOnly) {
  const char* text = "\n---\ntitle: A\n---\n";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, IsNotTwoRulesInARow) {
  EXPECT_EQ(WithoutFrontMatter("---\n---\nText"), "---\n---\nText");
}

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
