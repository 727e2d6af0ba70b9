#include "client/convert/layout/lines/mended_runs.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace answerbox::client::layout {
namespace {

using Runs = std::vector<Run>;

Run RunOf(std::string text, Length left, Length right, Length size) {
  Run run;
  run.left = left;
  run.right = run.end = right;
  run.top = Pixels(100);
  run.bottom = run.top + size;
  run.font.size = size;
  run.text = std::move(text);
  return run;
}

Word WordOf(std::string text, Length left, Length right, Length top,
            Length bottom) {
  return {left, right, top, bottom, (top + bottom) / 2, std::move(text)};
}

TEST(MendRuns, ARaisedDigitGetsItsTrueHeight) {
  Runs runs = {RunOf("10", Pixels(50), Pixels(70), Pixels(16)),
               RunOf("9", Pixels(70), Pixels(76), Pixels(10))};
  MendRuns(
      WordPage({WordOf("9", Pixels(70), Pixels(76), Pixels(96), Pixels(106))}),
      runs);
  EXPECT_EQ(runs[1].top, Pixels(96));
  EXPECT_EQ(runs[1].bottom, Pixels(106));
}

TEST(MendRuns, SpacedLettersAreAWord) {
  Runs runs = {RunOf("V I S I T O R S", Pixels(50), Pixels(170), Pixels(16))};
  MendRuns(WordPage({WordOf("VISITORS", Pixels(50), Pixels(170), Pixels(100),
                            Pixels(116))}),
           runs);
  EXPECT_EQ(runs[0].text, "VISITORS");
}

TEST(MendRuns, LettersThatHeadColumnsStay) {
  Runs runs = {RunOf("N E S W", Pixels(50), Pixels(170), Pixels(16)),
               RunOf("A B C D E F G H I", Pixels(50), Pixels(170), Pixels(16))};
  MendRuns({}, runs);
  EXPECT_EQ(runs[0].text, "N E S W");
  EXPECT_EQ(runs[1].text, "A B C D E F G H I");
}

TEST(MendRuns, TextThatTheFileGivesTakesThePlaceOfTheDrawing) {
  Runs runs = {RunOf("at XXVIII,", Pixels(50), Pixels(100), Pixels(16))};
  MendRuns(
      WordPage(
          {WordOf("at", Pixels(50), Pixels(62), Pixels(100), Pixels(116)),
           WordOf("28,", Pixels(66), Pixels(100), Pixels(100), Pixels(116))}),
      runs);
  EXPECT_EQ(runs[0].text, "at 28,");
}

TEST(MendRuns, AnAccentJoinsItsLetter) {
  Runs runs = {RunOf("J´an, Geldverm¨ogen, 5´", 0, Pixels(99), Pixels(16))};
  MendRuns({}, runs);
  EXPECT_EQ(runs[0].text, "Ján, Geldvermögen, 5´");
}

TEST(InReadingOrder, HebrewIsReadFromTheRight) {
  EXPECT_EQ(InReadingOrder("ףוסה (7 העשב) םולש"), "שלום (בשעה 7) הסוף");
  EXPECT_EQ(InReadingOrder("12-14 ן׳ולט"), "טלו׳ן 12-14");
}

TEST(InReadingOrder, OtherTextStays) {
  EXPECT_EQ(InReadingOrder("Öl (7 l)"), "Öl (7 l)");
  EXPECT_EQ(InReadingOrder("the word םולש here"), "the word שלום here");
}

// Of width 0, as pdftohtml prints text on its side.
Run Sideways(std::string text, Length left, Length top) {
  Run run = RunOf(std::move(text), left, left, Pixels(15));
  run.top = top;
  run.bottom = top + Pixels(15);
  return run;
}

TEST(TakeTurned, TheWordsTellWhichWayTextReads) {
  RunPage page;
  page.width = Pixels(800);
  page.height = Pixels(1000);
  page.turned = {Sideways("Seed", Pixels(120), Pixels(888))};
  DrawnPage drawn;
  drawn.uprights = {{.left = Pixels(115),
                     .right = Pixels(116),
                     .top = Pixels(860),
                     .bottom = Pixels(900)}};
  // Upwards: it begins at 900 and ends above.
  const auto pages = TakeTurned(
      WordPage(
          {WordOf("Seed", Pixels(108), Pixels(123), Pixels(860), Pixels(900))}),
      drawn, page);
  ASSERT_EQ(pages.size(), 1u);
  // What struck it from top to bottom does so from left to right.
  ASSERT_EQ(pages[0].drawn.rules.size(), 1u);
  EXPECT_EQ(pages[0].drawn.rules[0].left, Pixels(100));
  EXPECT_EQ(pages[0].drawn.rules[0].right, Pixels(140));
  EXPECT_EQ(pages[0].drawn.rules[0].top, Pixels(115));
  EXPECT_EQ(pages[0].page.width, Pixels(1000));
  ASSERT_EQ(pages[0].page.runs.size(), 1u);
  EXPECT_EQ(pages[0].page.runs[0].left, Pixels(100));
  EXPECT_EQ(pages[0].page.runs[0].right, Pixels(140));
  EXPECT_TRUE(page.turned.empty());
}

}  // namespace
}  // namespace answerbox::client::layout
