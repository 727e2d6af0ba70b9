#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/convert/layout/lines/runs.h"
#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {
namespace {

using ::testing::HasSubstr;

// A picture of 1000 x 2000 on a page of half as many of poppler's pixels.
PageOnPaper OnPaper(std::vector<SeenLine> lines) {
  return {7, 500, 1000, SeenPage{1000, 2000, std::move(lines)}};
}

SeenLine Line(double baseline, double ascent, std::vector<SeenWord> words) {
  return {.baseline = baseline,
          .middle = 500,
          .slope = 0,
          .ascent = ascent,
          .descent = ascent / 3,
          .words = std::move(words)};
}

layout::RunPage Read(const std::string& xml) {
  layout::RunReader reader(xml);
  layout::RunPage page;
  EXPECT_TRUE(reader.ReadPage(page));
  return page;
}

TEST(PageMarkup, IsReadAsPopplersOwn) {
  const std::vector<PageOnPaper> pages = {
      OnPaper({Line(100, 30, {{100, 200, 90, "R&D"}, {210, 300, 90, "<b>"}})})};
  const layout::RunPage page = Read(WritePages(pages)[0].runs);
  EXPECT_EQ(page.number, 7u);
  EXPECT_EQ(page.width, layout::Pixels(500));
  ASSERT_EQ(page.runs.size(), 1u);
  const layout::Run& run = page.runs[0];
  EXPECT_EQ(run.text, "R&D <b>");
  EXPECT_EQ(run.left, layout::Pixels(50));
  EXPECT_EQ(run.right, layout::Pixels(150));
  EXPECT_EQ(run.top, layout::Pixels(35));
  EXPECT_EQ(run.font.size, 1950);  // 30 x 1.3 / 2 pixels.
}

TEST(PageMarkup, WordsHaveTheirBoxes) {
  const std::vector<PageOnPaper> pages = {
      OnPaper({Line(100, 30, {{100, 200, 90, "text"}})})};
  EXPECT_THAT(WritePages(pages)[0].words,
              HasSubstr("<word xMin=\"50.00\" yMin=\"35.00\" xMax=\"100.00\" "
                        "yMax=\"55.00\">text</word>"));
}

TEST(PageMarkup, CellsOfALineAreRunsOfTheirOwn) {
  const std::vector<PageOnPaper> pages = {OnPaper(
      {Line(100, 30, {{100, 200, 90, "Day"}, {250, 300, 90, "Hours"}})})};
  EXPECT_EQ(Read(WritePages(pages)[0].runs).runs.size(), 2u);
}

TEST(PageMarkup, SizesThatDifferLittleAreOneFont) {
  const std::vector<PageOnPaper> pages = {
      OnPaper({Line(100, 30, {{0, 900, 90, "much text of the body"}}),
               Line(150, 32, {{0, 90, 90, "some"}}),
               Line(200, 36, {{0, 90, 90, "Heading"}}),
               Line(250, 25, {{0, 90, 90, "note"}})})};
  const layout::RunPage page = Read(WritePages(pages)[0].runs);
  ASSERT_EQ(page.runs.size(), 4u);
  EXPECT_EQ(page.runs[1].font.size, page.runs[0].font.size);
  EXPECT_GT(page.runs[2].font.size, page.runs[0].font.size);
  EXPECT_LT(page.runs[3].font.size, page.runs[0].font.size);
}

TEST(PageMarkup, AnEmptyPageHasNoRuns) {
  const std::vector<PageOnPaper> pages = {OnPaper({})};
  EXPECT_TRUE(Read(WritePages(pages)[0].runs).runs.empty());
}

}  // namespace
}  // namespace answerbox::client::recognition
