#include <gtest/gtest.h>

#include <string>

#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {
namespace {

// As tesseract 5.3 writes it, with its two kinds of quotes.
constexpr std::string_view kPage =
    "<div class='ocr_page' id='page_1' title='image \"/proc/self/fd/3\"; bbox "
    "0 0 2480 3508; ppageno 0; scan_res 300 300'>\n"
    "<div class='ocr_carea' id='block_1_1' title=\"bbox 200 300 900 345\">\n"
    "<span class='ocr_line' id='line_1_1' title=\"bbox 200 300 900 345; "
    "baseline "
    "0.01 -10; x_size 44; x_descenders 10; x_ascenders 10\">\n"
    "<span class='ocrx_word' id='word_1_1' title='bbox 200 300 400 335; "
    "x_wconf "
    "96'>Wash</span>\n"
    "<span class='ocrx_word' id='word_1_2' title='bbox 410 300 700 335; "
    "x_wconf "
    "84'><strong>R&amp;D&#39;s</strong></span>\n"
    "</span>\n";

std::string PageWithLine(const std::string& words) {
  return "<div class='ocr_page' title='bbox 0 0 100 200'>"
         "<span class='ocr_line' title=\"bbox 0 0 90 20; baseline 0 -4; x_size "
         "16; x_descenders 4; x_ascenders 4\">" +
         words + "</span>";
}

std::string Word(const std::string& text, int confidence) {
  return "<span class='ocrx_word' title='bbox 1 2 30 16; x_wconf " +
         std::to_string(confidence) + "'>" + text + "</span>";
}

TEST(Hocr, TellsLinesAndWords) {
  const SeenPage page = ReadHocr(kPage);
  EXPECT_EQ(page.width, 2480);
  EXPECT_EQ(page.height, 3508);
  ASSERT_EQ(page.lines.size(), 1u);
  const SeenLine& line = page.lines[0];
  EXPECT_DOUBLE_EQ(line.middle, 550);
  EXPECT_DOUBLE_EQ(line.baseline, 345 - 10 + 0.01 * 350);
  EXPECT_DOUBLE_EQ(line.ascent, 34);
  EXPECT_DOUBLE_EQ(line.descent, 10);
  ASSERT_EQ(line.words.size(), 2u);
  EXPECT_EQ(line.words[0].text, "Wash");
  EXPECT_EQ(line.words[1].text, "R&D's");
  EXPECT_EQ(line.words[1].left, 410);
  EXPECT_EQ(line.words[1].confidence, 84);
}

// A page of 100 by 200 with one turned line of the words "one" and "two".
std::string TurnedPage(int angle, const std::string& one,
                       const std::string& two) {
  return "<div class='ocr_page' title='bbox 0 0 100 200'>"
         "<span class='ocr_line' title=\"bbox 0 0 100 200; textangle " +
         std::to_string(angle) +
         "; x_size 16; x_descenders 4; x_ascenders 4\">"
         "<span class='ocrx_word' title='bbox " +
         one + "; x_wconf 90'>one</span><span class='ocrx_word' title='bbox " +
         two + "; x_wconf 90'>two</span></span>";
}

TEST(Hocr, ATurnedPageIsSetUpright) {
  const SeenPage head_down =
      ReadHocr(TurnedPage(180, "60 150 90 166", "20 150 50 166"));
  EXPECT_EQ(head_down.width, 100);
  EXPECT_FALSE(head_down.is_on_side);
  ASSERT_EQ(head_down.lines.size(), 1u);
  EXPECT_EQ(head_down.lines[0].words[0].left, 10);
  EXPECT_EQ(head_down.lines[0].words[1].left, 50);

  const SeenPage downwards =
      ReadHocr(TurnedPage(270, "80 10 96 40", "80 50 96 90"));
  EXPECT_EQ(downwards.width, 200);
  EXPECT_EQ(downwards.height, 100);
  EXPECT_TRUE(downwards.is_on_side);
  EXPECT_EQ(downwards.lines[0].words[0].left, 10);
  EXPECT_EQ(downwards.lines[0].words[1].right, 90);

  const SeenPage upwards =
      ReadHocr(TurnedPage(90, "10 160 26 190", "10 110 26 150"));
  EXPECT_EQ(upwards.lines[0].words[0].left, 10);
  EXPECT_EQ(upwards.lines[0].words[1].left, 50);
  // The foot of the line, without what goes below the letters.
  EXPECT_EQ(upwards.lines[0].baseline, 100 - 4);
}

TEST(Hocr, ALineInTheMarginTurnsNoPage) {
  const SeenPage page =
      ReadHocr(std::string(kPage) +
               std::string(kPage).substr(kPage.find("<span class='ocr_line'")) +
               TurnedPage(90, "1 2 3 4", "5 6 7 8").substr(51));
  EXPECT_FALSE(page.is_on_side);
  EXPECT_EQ(page.width, 2480);
}

TEST(Hocr, APageOfSteepOrUnsureLinesLooksTurned) {
  EXPECT_FALSE(LooksTurned(kPage));
  EXPECT_TRUE(LooksTurned(PageWithLine(Word("uejd", 43))));
  std::string steep(kPage);
  steep.replace(steep.find("0.01 -10"), 8, "-405 324");
  EXPECT_TRUE(LooksTurned(steep));
}

TEST(Hocr, LinesThatAreLikelyNoiseAreLeftOut) {
  EXPECT_TRUE(ReadHocr(PageWithLine(Word("ae", 29))).lines.empty());
  EXPECT_EQ(ReadHocr(PageWithLine(Word("ae", 30))).lines.size(), 1u);
  // One bad word does not spoil a line.
  EXPECT_EQ(ReadHocr(PageWithLine(Word("ae", 0) + Word("text", 90)))
                .lines[0]
                .words.size(),
            2u);
}

TEST(Hocr, RulesOfTablesAreNoWords) {
  EXPECT_EQ(ReadHocr(PageWithLine(Word("|", 90) + Word("text", 90)))
                .lines[0]
                .words.size(),
            1u);
}

TEST(Hocr, AnEmptyPageHasNoLines) {
  const SeenPage page =
      ReadHocr("<div class='ocr_page' title='bbox 0 0 100 200'></div>");
  EXPECT_EQ(page.width, 100);
  EXPECT_TRUE(page.lines.empty());
  EXPECT_TRUE(ReadHocr("").lines.empty());
}

TEST(Hocr, OnlyTheFirstPageIsRead) {
  const std::string page = PageWithLine(Word("text", 90));
  EXPECT_EQ(ReadHocr(page + page).lines.size(), 1u);
}

TEST(Hocr, SurvivesEveryCutAndEveryChangedByte) {
  for (std::size_t size = 0; size < kPage.size(); ++size) {
    EXPECT_LE(ReadHocr(kPage.substr(0, size)).lines.size(), 1u);
  }
  for (std::size_t at = 0; at < kPage.size(); ++at) {
    for (const char byte : {'\0', '<', '9', '\xff'}) {
      std::string changed(kPage);
      changed[at] = byte;
      for (const SeenLine& line : ReadHocr(changed).lines) {
        EXPECT_GT(line.size(), 0);
        EXPECT_FALSE(line.words.empty());
      }
    }
  }
}

TEST(Hocr, AbsurdNumbersStayWithinBounds) {
  const std::string line =
      "<div class='ocr_page' title='bbox 0 0 1e300 nan'><span class='ocr_line' "
      "title=\"bbox 0 0 1e300 20; baseline 1e9 -1e300; x_size 1e300\">" +
      Word("text", 900) + "</span>";
  for (const SeenLine& seen : ReadHocr(line).lines) {
    EXPECT_LE(seen.size(), 200'000);
    EXPECT_LE(seen.words[0].confidence, 100);
  }
}

}  // namespace
}  // namespace answerbox::client::recognition
