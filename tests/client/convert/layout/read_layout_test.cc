#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "pdf_xml.h"

namespace answerbox::client::layout {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Kind = engine::TextBlockKind;

std::vector<LayoutBlock> BlocksOf(const PdfXml& xml,
                                  std::string_view words = {}) {
  const LayoutDocument document = ReadLayout(xml.text(), words);
  EXPECT_TRUE(document.is_complete);
  return document.blocks;
}

std::vector<std::string> TextsOf(const std::vector<LayoutBlock>& blocks,
                                 Kind kind) {
  std::vector<std::string> texts;
  for (const LayoutBlock& block : blocks) {
    if (block.kind == kind) texts.push_back(block.text);
  }
  return texts;
}

std::vector<std::vector<std::string>> CellsOf(const LayoutBlock& table) {
  std::vector<std::vector<std::string>> rows;
  for (const LayoutRow& row : table.rows) {
    rows.emplace_back();
    for (const LayoutCell& cell : row) rows.back().push_back(cell.text);
  }
  return rows;
}

// The one table of a document.
LayoutBlock TableOf(const std::vector<LayoutBlock>& blocks) {
  LayoutBlock found;
  int count = 0;
  for (const LayoutBlock& block : blocks) {
    if (block.kind != Kind::kTable) continue;
    found = block;
    ++count;
  }
  EXPECT_EQ(count, 1);
  return found;
}

// A page with enough body text that its font counts as the usual one.
PdfXml BodyPage() {
  PdfXml xml;
  xml.Page().Lines(100, 700, Prose("body", 12));
  return xml;
}

TEST(ReadLayout, ReadsColumnsOneAfterTheOther) {
  PdfXml xml;
  xml.Page();
  // Base lines of both columns are level, as in most papers.
  xml.Lines(100, 200, Prose("left", 8));
  xml.Lines(480, 200, Prose("right", 8));
  const auto texts = TextsOf(BlocksOf(xml), Kind::kParagraph);
  EXPECT_THAT(texts,
              ElementsAre(StartsWith("The left"), StartsWith("The right")));
}

// Lines of prose with numbers in the margin at every `step`-th of them.
PdfXml NumberedLines(int step) {
  PdfXml xml;
  xml.Page();
  const std::vector<std::string> lines = Prose("draft", 12);
  for (int i = 1; i <= 12; ++i) {
    if (i % step == 0) {
      xml.Text(60, 200 + i * 30, std::to_string(i), PdfXml::kSmall);
    }
    xml.Text(100, 200 + i * 30, lines[static_cast<std::size_t>(i - 1)]);
  }
  return xml;
}

TEST(ReadLayout, NumbersOfLinesAreFurniture) {
  for (const auto& [step, numbers] :
       {std::pair(1, "1 2 3 4 5 6 7 8 9 10 11 12"), std::pair(5, "5 10")}) {
    const auto blocks = BlocksOf(NumberedLines(step));
    EXPECT_THAT(TextsOf(blocks, Kind::kRunningLine), ElementsAre(numbers));
    EXPECT_THAT(TextsOf(blocks, Kind::kTable), IsEmpty());
    EXPECT_THAT(TextsOf(blocks, Kind::kParagraph),
                ElementsAre(StartsWith("The draft")));
  }
}

TEST(ReadLayout, NumbersOfItemsOfTwoLinesAreNone) {
  PdfXml xml;
  xml.Page();
  const std::vector<std::string> lines = Prose("legend", 12);
  for (int i = 0; i < 12; ++i) {
    if (i % 2 == 0) xml.Text(60, 200 + i * 30, std::to_string(i / 2 + 1));
    xml.Text(100, 200 + i * 30, lines[static_cast<std::size_t>(i)]);
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kRunningLine), IsEmpty());
}

TEST(ReadLayout, NumbersOfRowsAreCells) {
  PdfXml xml;
  xml.Page().Lines(100, 100, Prose("body", 6));
  for (int i = 1; i <= 8; ++i) {
    const int top = 300 + i * 30;
    xml.Text(60, top, std::to_string(i)).Text(100, top, "Quince");
    xml.Text(400, top, std::to_string(1980 + i));
  }
  const auto rows = CellsOf(TableOf(BlocksOf(xml)));
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_THAT(rows[2], ElementsAre("3", "Quince", "1983"));
}

// Two boxes under a line of text, with blanks around them. The left one has
// fewer lines, and the heading below them is at its side.
TEST(ReadLayout, ReadsBoxesSideBySideOneAfterTheOther) {
  PdfXml xml;
  xml.Page().Text(100, 100, "There are two tests.");
  xml.Lines(100, 200, Prose("mouse", 5));
  xml.Lines(500, 200, Prose("horse", 9));
  xml.Bold(100, 420, "Tell your doctor");
  xml.Text(100, 450,
           "The doctor asks how you are, what you eat and drink, who lives "
           "with you, and whether you cough.");
  std::vector<std::string> begins;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    begins.push_back(block.text.substr(0, 9));
  }
  EXPECT_THAT(begins, ElementsAre("There are", "The mouse", "The horse",
                                  "Tell your", "The docto"));
}

TEST(ReadLayout, RowsOverBothColumnsAreATable) {
  PdfXml xml;
  xml.Page().Lines(100, 200, Prose("left", 8));
  xml.Lines(480, 200, Prose("right", 8));
  for (int i = 0; i < 3; ++i) {
    const int top = 400 + 30 * i;
    xml.Text(100, top, "Heron").Text(300, top, "none");
    xml.Text(480, top, "4 crowns").Text(680, top, "the weir");
  }
  xml.Lines(100, 520, Prose("lower", 8));
  xml.Lines(480, 520, Prose("last", 8));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(CellsOf(TableOf(blocks)),
              Each(ElementsAre("Heron", "none", "4 crowns", "the weir")));
  EXPECT_EQ(TextsOf(blocks, Kind::kParagraph).size(), 4u);
}

TEST(ReadLayout, JoinsASentenceOverColumnsAndPages) {
  PdfXml xml;
  xml.Page();
  auto first = Prose("one", 8);
  first.back() = "and one goes on and on in the next column";
  xml.Lines(100, 200, first);
  auto second = Prose("two", 8);
  second.front() = "where two is found by those who look for it";
  second.back() = "and two goes on and on to the page after it";
  xml.Lines(480, 200, second);
  xml.Page().Lines(100, 200,
                   {"which three ends for good, as it is the last.",
                    "Here the same paragraph of the page goes on."});
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_EQ(blocks[0].page_starts.size(), 1u);
  EXPECT_EQ(blocks[0].page_starts[0].page, 2u);
  EXPECT_THAT(blocks[0].text.substr(blocks[0].page_starts[0].offset),
              StartsWith("which three ends"));
}

TEST(ReadLayout, MendsWordsThatTheDocumentKnows) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200,
            {"Early detection helps, and self care does; for detec-",
             "tion and for self-", "care there are rules."});
  EXPECT_THAT(
      TextsOf(BlocksOf(xml), Kind::kParagraph)[0],
      testing::EndsWith("for detection and for self-care there are rules."));
}

TEST(ReadLayout, KnowsHeadingsBySizeAndWeight) {
  PdfXml xml = BodyPage();
  xml.Text(100, 100, "The book of examples", PdfXml::kLarge);
  xml.Bold(100, 160, "HOW TO READ");
  xml.Lines(100, 190, Prose("text", 4));
  xml.Bold(100, 300, "White On Blue", PdfXml::kWhite);
  xml.Lines(100, 330, Prose("more", 4));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kTitle),
              ElementsAre("The book of examples"));
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("HOW TO READ", "White On Blue"));
}

TEST(ReadLayout, BoldWordsInASentenceAreNoHeading) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Wash hands before each meal and after it, and"});
  xml.Bold(100, 220, "never share a towel");
  xml.Text(100 + 19 * 7 + 5, 220, "with anybody else.");
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading), IsEmpty());
}

TEST(ReadLayout, AHeadingThatIsContinuedOverleafIsARunningLine) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 640, "Gloves");
  xml.Page().Bold(100, 100, "Gloves (continued)");
  xml.Lines(100, 140, Prose("glove", 3));
  xml.Bold(100, 300, "Hands (continued)").Lines(100, 340, Prose("hand", 3));
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("Gloves", "Hands (continued)"));
  EXPECT_THAT(TextsOf(blocks, Kind::kRunningLine),
              ElementsAre("Gloves (continued)"));
}

TEST(ReadLayout, FindsItemsAndTheirLevels) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "You need these things for it:");
  xml.Text(100, 220, "n", PdfXml::kSymbols).Text(130, 220, "a lamp, which is");
  xml.Text(130, 240, "bright enough");
  xml.Text(130, 260, "–").Text(160, 260, "with oil");
  xml.Text(100, 280, "\ue0b7").Text(130, 280, "a rope");
  const auto blocks = BlocksOf(xml);
  std::vector<const LayoutBlock*> items;
  for (const LayoutBlock& block : blocks) {
    if (block.kind == Kind::kItem) items.push_back(&block);
  }
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0]->text, "a lamp, which is bright enough");
  EXPECT_EQ(items[0]->level, 1);
  EXPECT_EQ(items[1]->level, 2);
  EXPECT_EQ(items[2]->level, 1);
}

TEST(ReadLayout, ANumberOnABaseLineOfItsOwnMarksTheTextBesideIt) {
  PdfXml xml = BodyPage();
  xml.Lines(480, 200, Prose("right", 20));
  xml.Lines(100, 200, Prose("left", 6));
  xml.Lines(100, 340, {"Three rules keep all injections safe:"});
  // The second rule is level with a line of the other column; its number, a
  // pixel higher, is not.
  const int tops[] = {380, 433, 480};
  for (int i = 0; i < 3; ++i) {
    xml.Text(120, tops[i] - 1, std::to_string(i + 1) + ".");
    xml.Lines(150, tops[i],
              {"This is one of the rules that all of", "us keep."});
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kItem),
              Each("This is one of the rules that all of us keep."));
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kItem).size(), 3u);
}

TEST(ReadLayout, ANumberThatGoesOnASentenceIsNoItem) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Wear these:"});
  for (int i = 0; i < 2; ++i) {
    xml.Text(120, 220 + i * PdfXml::kPitch, std::to_string(i + 1) + ".");
    xml.Text(150, 220 + i * PdfXml::kPitch, "A thing to wear.");
  }
  xml.Lines(100, 300,
            {"Precautions include: 1) clean hands, 2) masks,",
             "3) gloves, which are worn once, and 4) gowns."});
  const auto blocks = BlocksOf(xml);
  EXPECT_EQ(TextsOf(blocks, Kind::kItem).size(), 2u);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph),
              Contains("Precautions include: 1) clean hands, 2) masks, 3) "
                       "gloves, which are worn once, and 4) gowns."));
}

TEST(ReadLayout, ANumberThatBeginsALineByChanceIsNoItem) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200,
            {"It was done by all of them in the year of",
             "12. and nobody said a word about that at", "all."});
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kItem), IsEmpty());
}

TEST(ReadLayout, IndentedLinesBelowALeadInAreItemsWithoutMarks) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "Take with you:");
  for (int i = 0; i < 3; ++i)
    xml.Text(125, 235 + 35 * i, "Something for the day");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kItem).size(), 3u);
}

TEST(ReadLayout, ReadsATableWhoseCellsHaveSeveralLines) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Name").Bold(300, 200, "Meaning").Bold(600, 200, "Since");
  xml.Text(100, 240, "Alpha")
      .Text(300, 240, "the first letter,")
      .Text(600, 240, "1901");
  xml.Text(300, 258, "in Greek");
  xml.Text(100, 298, "Beta")
      .Text(300, 298, "the second")
      .Text(600, 298, "1902");
  xml.Text(100, 338, "Gamma")
      .Text(300, 338, "the third")
      .Text(600, 338, "1903");
  EXPECT_THAT(
      CellsOf(TableOf(BlocksOf(xml))),
      ElementsAre(ElementsAre("Name", "Meaning", "Since"),
                  ElementsAre("Alpha", "the first letter, in Greek", "1901"),
                  ElementsAre("Beta", "the second", "1902"),
                  ElementsAre("Gamma", "the third", "1903")));
}

// A checklist: the lines of its two columns stand at different heights.
TEST(ReadLayout, CellsGoOnWhereTheirLinesStandAtOtherHeights) {
  PdfXml xml = BodyPage();
  xml.Bold(150, 170, "Elements").Bold(580, 170, "Assessment");
  for (int i = 0; i < 5; ++i) {
    const int top = 200 + 80 * i;
    xml.Text(100, top, "Gloves are worn by all who clean and who carry and")
        .Text(600, top + 2, "Yes No");
    xml.Text(100, top + 20, "dry the instruments that patients use.");
    xml.Text(600, top + 29, "Not applicable");
  }
  auto rows = CellsOf(TableOf(BlocksOf(xml)));
  ASSERT_EQ(rows.size(), 6u);
  // What follows the last row's first cell may be taken for other text.
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    EXPECT_THAT(rows[i],
                ElementsAre("Gloves are worn by all who clean and who carry "
                            "and dry the instruments that patients use.",
                            "Yes No Not applicable"));
  }
}

// A checklist with the entries A. and B., each of two lines and a note. `i.`
// and `ii.` stand below B.; the box of i. is beside its second line.
PdfXml Checklist() {
  PdfXml xml = BodyPage();
  xml.Bold(180, 170, "Elements").Bold(600, 170, "Assessment");
  xml.Text(100, 200, "A.")
      .Text(125, 200, "Gloves are worn by all staff of the");
  xml.Text(600, 202, "Yes No");
  xml.Text(125, 220, "Centre who clean the instruments.");
  xml.Text(127, 246, "Note: Staff may wear two pairs.");
  xml.Text(100, 280, "B.").Text(125, 280, "Staff are trained in their use:");
  xml.Text(125, 304, "i.").Text(145, 304, "when they are hired and when");
  xml.Text(145, 324, "they change their place").Text(600, 323, "Yes No");
  xml.Text(125, 348, "ii.").Text(145, 348, "every year");
  xml.Text(600, 348, "Yes No");
  return xml;
}

TEST(ReadLayout, AnEntryOfAChecklistGoesOnBelowItsText) {
  EXPECT_THAT(
      CellsOf(TableOf(BlocksOf(Checklist()))),
      ElementsAre(
          ElementsAre("Elements", "Assessment"),
          ElementsAre("A. Gloves are worn by all staff of the Centre who clean "
                      "the instruments. Note: Staff may wear two pairs.",
                      "Yes No"),
          ElementsAre("B. Staff are trained in their use:", ""),
          ElementsAre("i. when they are hired and when they change their place",
                      "Yes No"),
          ElementsAre("ii. every year", "Yes No")));
}

TEST(ReadLayout, ATableBeginsWithTheLineThatItsFirstCellBeginsWith) {
  PdfXml xml = BodyPage();
  for (int i = 0; i < 3; ++i) {
    const int top = 200 + 60 * i;
    xml.Text(100, top, "•").Text(120, top, "Staff are trained when they are");
    xml.Text(120, top + 20, "hired for work").Text(600, top + 19, "Yes No");
  }
  const auto rows = CellsOf(TableOf(BlocksOf(xml)));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows.front(),
              ElementsAre("• Staff are trained when they are hired for work",
                          "Yes No"));
}

TEST(ReadLayout, AHeadIsKnownByItsTypeOrByNumbersBelowWords) {
  PdfXml bold = BodyPage();
  bold.Bold(100, 200, "Boat").Bold(300, 200, "Harbour");
  PdfXml plain = BodyPage();
  plain.Text(100, 200, "Boat").Text(300, 200, "Seats");
  PdfXml none = BodyPage();
  none.Text(100, 200, "Puffin").Text(300, 200, "Lund");
  for (int i = 0; i < 3; ++i) {
    const int top = 230 + 30 * i;
    bold.Text(100, top, "Heron").Text(300, top, "Bergen");
    plain.Text(100, top, "Heron").Text(300, top, "2");
    none.Text(100, top, "Heron").Text(300, top, "Bergen");
  }
  EXPECT_EQ(TableOf(BlocksOf(bold)).header_rows, 1u);
  EXPECT_EQ(TableOf(BlocksOf(plain)).header_rows, 1u);
  EXPECT_EQ(TableOf(BlocksOf(none)).header_rows, 0u);
}

TEST(ReadLayout, TheMarkOfANoteIsNoPartOfAHeadsType) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Boat").Bold(300, 200, "Port");
  xml.Text(329, 198, "1", PdfXml::kSmall);
  for (int i = 0; i < 3; ++i) {
    xml.Text(100, 230 + 30 * i, "Heron").Text(300, 230 + 30 * i, "Bergen");
  }
  const LayoutBlock table = TableOf(BlocksOf(xml));
  EXPECT_EQ(table.header_rows, 1u);
  EXPECT_THAT(CellsOf(table)[0], ElementsAre("Boat", "Port[1]"));
}

// A table of plain type below a row or two of heads.
LayoutBlock PlainTable(const std::vector<std::vector<std::string>>& rows) {
  PdfXml xml = BodyPage();
  int top = 200;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i].empty())
        xml.Text(100 + 200 * static_cast<int>(i), top, row[i]);
    }
    top += 30;
  }
  return TableOf(BlocksOf(xml));
}

TEST(ReadLayout, WordsOverRangesAndBoundsAreAHead) {
  EXPECT_EQ(PlainTable({{"Class", "Speed", "Crew"},
                        {"Slow", "&lt;120", "And below"},
                        {"Usual", "120 - 139", "Or above"},
                        {"Fast", "\u2265 140", "Or above"}})
                .header_rows,
            1u);
}

TEST(ReadLayout, AHeadOfTwoRowsLeavesTheSecondFirstCellEmpty) {
  EXPECT_EQ(PlainTable({{"Boat", "Least", "Crew"},
                        {"", "length", "size"},
                        {"Heron", "12", "2"},
                        {"Teal", "14", "3"},
                        {"Snipe", "16", "4"}})
                .header_rows,
            2u);
}

TEST(ReadLayout, NamesAcrossATableLeaveItsHead) {
  EXPECT_EQ(PlainTable({{"Length", "Fee", "Deposit"},
                        {"Boats that are rowed by two people"},
                        {"short", "4 crowns", "10"},
                        {"long", "7 crowns", "15"},
                        {"Boats that are sailed by one person"},
                        {"short", "9 crowns", "30"}})
                .header_rows,
            1u);
}

TEST(ReadLayout, ARowOfWordsAmongNumbersIsNoHead) {
  EXPECT_EQ(PlainTable({{"Heron", "unknown", "2"},
                        {"Teal", "14", "3"},
                        {"Snipe", "16", "4"},
                        {"Curlew", "18", "6"}})
                .header_rows,
            0u);
}

// "Ann Hill" stands close below the time, and apart from the row below.
TEST(ReadLayout, ALineCloseBelowAFirstCellIsNoNameOfAGroup) {
  PdfXml xml = BodyPage();
  for (int i = 0; i < 3; ++i) {
    const int top = 200 + 50 * i;
    xml.Text(100, top, "9:00 with").Text(300, top, "Opening");
    xml.Text(500, top, "Hall");
    if (i == 1) xml.Text(100, top + 18, "Ann Hill of the long river");
  }
  EXPECT_THAT(
      CellsOf(TableOf(BlocksOf(xml)))[1],
      ElementsAre("9:00 with Ann Hill of the long river", "Opening", "Hall"));
}

TEST(ReadLayout, RowsOfAGroupStayApartAndItsNameMaySpanTheTable) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Kind").Bold(300, 200, "Length").Bold(500, 200, "Fee");
  xml.Text(100, 220, "Rowing boats").Text(300, 220, "short");
  xml.Text(500, 220, "4 crowns");
  xml.Text(300, 240, "long").Text(500, 240, "7 crowns");
  xml.Bold(100, 260, "Punts");
  xml.Text(100, 280, "all").Text(300, 280, "short");
  xml.Text(500, 280, "3 crowns");
  const LayoutBlock table = TableOf(BlocksOf(xml));
  EXPECT_THAT(
      CellsOf(table),
      ElementsAre(ElementsAre("Kind", "Length", "Fee"),
                  ElementsAre("Rowing boats", "short", "4 crowns"),
                  ElementsAre("", "long", "7 crowns"), ElementsAre("Punts"),
                  ElementsAre("all", "short", "3 crowns")));
  EXPECT_EQ(table.rows[3][0].column_span, 3u);
}

TEST(ReadLayout, LinesOfCellsThatBreakEarlyAreNoRowsOfAGroup) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Boat").Bold(300, 200, "Kept").Bold(500, 200, "Rule");
  for (int i = 0; i < 3; ++i) {
    const int top = 226 + 44 * i;
    xml.Text(100, top, "Heron").Text(300, top, "in the shed");
    xml.Text(500, top, "two hours");
    xml.Text(300, top + 19, "at the weir").Text(500, top + 19, "in fog one");
  }
  EXPECT_EQ(TableOf(BlocksOf(xml)).rows.size(), 4u);
}

TEST(ReadLayout, OfTwoColumnsTheUnitTellsRowsOfAGroup) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Kind").Bold(300, 200, "Fee");
  xml.Text(100, 224, "Rowing boats").Text(300, 224, "4 crowns");
  xml.Text(300, 248, "7 crowns");
  xml.Text(100, 272, "Punts").Text(300, 272, "3 crowns");
  xml.Text(100, 296, "Canoes").Text(300, 296, "5 crowns");
  EXPECT_EQ(TableOf(BlocksOf(xml)).rows.size(), 5u);
}

TEST(ReadLayout, ACellHalfWayBetweenTwoRowsCountsForBoth) {
  PdfXml xml = BodyPage();
  for (int i = 0; i < 4; ++i) {
    const int top = 200 + 24 * i;
    xml.Text(100, top, "Monday").Text(500, top, "two");
    if (i != 1 && i != 2) xml.Text(300, top, "Teal");
  }
  xml.Text(300, 236, "Heron");
  const LayoutBlock table = TableOf(BlocksOf(xml));
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[1][1].text, "Heron");
  EXPECT_EQ(table.rows[1][1].row_span, 2u);
  EXPECT_EQ(table.rows[2].size(), 2u);
}

TEST(ReadLayout, AHeadOverOneColumnBelowAnItemBeginsTheTable) {
  const std::string item =
      "gives the medicine as it is said in the table that stands below";
  PdfXml xml = BodyPage();
  xml.Text(230, 180, "•").Text(250, 180, item).Text(280, 200, "doses");
  for (int i = 0; i < 3; ++i) {
    const int top = 220 + 20 * i;
    xml.Text(100, top, "Aspirin").Text(280, top, "1").Text(700, top, "none");
  }
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(CellsOf(TableOf(blocks)).front(), ElementsAre("", "doses", ""));
  EXPECT_THAT(TextsOf(blocks, Kind::kItem), ElementsAre(item));
}

TEST(ReadLayout, ALineOverBothColumnsIsNoPartOfTheLastEntry) {
  const std::string line =
      "Ask the one who is in charge of the instruments to sign the list, and "
      "keep it.";
  PdfXml xml = Checklist();
  xml.Text(150, 368, line);
  const auto blocks = BlocksOf(xml);
  EXPECT_EQ(TableOf(blocks).rows.size(), 5u);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph), Contains(line));
}

TEST(ReadLayout, ARomanNumberOfFourLettersMarksAHeading) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 100, "VII. Hands").Lines(100, 130, Prose("hand", 3));
  xml.Bold(100, 300, "VIII. Gloves").Lines(100, 330, Prose("glove", 3));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading),
              ElementsAre("VII. Hands", "VIII. Gloves"));
}

TEST(ReadLayout, ALargeLineThatGoesOnInTheTextBelowIsNoHeading) {
  PdfXml xml = BodyPage();
  xml.Text(100, 300, "Eat at least five portions of", PdfXml::kLarge);
  xml.Text(100, 330, "fruit and vegetables every day of the week.");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kParagraph).front(),
            "Eat at least five portions of fruit and vegetables every day of "
            "the week.");
}

TEST(ReadLayout, ALargeSentenceIsNoHeading) {
  PdfXml xml = BodyPage();
  xml.Text(100, 300, "Children are breastfed for the first six months of life.",
           PdfXml::kLarge);
  xml.Lines(100, 340, Prose("below", 3));
  for (const LayoutBlock& block : BlocksOf(xml)) {
    EXPECT_NE(block.kind, Kind::kHeading) << block.text;
  }
}

TEST(ReadLayout, AHeadingSpansTheColumnsThatItIsCentredOver) {
  PdfXml xml = BodyPage();
  xml.Bold(365, 200, "Both kinds");
  xml.Bold(300, 220, "Cold").Bold(500, 220, "Warm");
  for (int i = 0; i < 3; ++i) {
    xml.Text(100, 240 + 20 * i, "Row of it").Text(300, 240 + 20 * i, "12");
    xml.Text(500, 240 + 20 * i, "34");
  }
  const LayoutBlock table = TableOf(BlocksOf(xml));
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_THAT(table.rows[0], ElementsAre(LayoutCell{"", 1, 1},
                                         LayoutCell{"Both kinds", 2, 1}));
  EXPECT_EQ(table.header_rows, 2u);
}

TEST(ReadLayout, ATableGoesOnOverThePageBelowItsHead) {
  PdfXml xml = BodyPage();
  for (int page = 0; page < 2; ++page) {
    if (page == 1) xml.Page().Text(100, 170, "Table 1 (continued)");
    const int top = page == 0 ? 1000 : 200;
    xml.Bold(100, top, "Town").Bold(400, top, "People");
    for (int i = 1; i <= 3; ++i) {
      xml.Text(100, top + 20 * i, "Place").Text(400, top + 20 * i, "1,000");
    }
  }
  const LayoutDocument read = ReadLayout(xml.text());
  EXPECT_EQ(TableOf(read.blocks).rows.size(), 7u);
  // What page 2 repeats is not lost.
  ASSERT_EQ(read.left_out.size(), 1u);
  EXPECT_EQ(read.left_out[0].page, 2u);
  EXPECT_EQ(read.left_out[0].why, LeftOut::kRepeated);
  EXPECT_EQ(read.left_out[0].words, 5u);
}

// Two pages, each with a table of two columns; `heading` stands above the
// second.
PdfXml TwoTables(const std::string& heading,
                 const std::vector<std::vector<std::string>>& first,
                 const std::vector<std::vector<std::string>>& second) {
  PdfXml xml = BodyPage();
  const auto write = [&xml](int top, const auto& rows) {
    for (const auto& row : rows) {
      xml.Text(100, top, row[0]).Text(400, top, row[1]);
      top += 40;
    }
  };
  write(950, first);
  xml.Page();
  if (!heading.empty()) xml.Bold(100, 100, heading);
  write(140, second);
  xml.Lines(100, 700, Prose("body", 12));
  return xml;
}

TEST(ReadLayout, AHeadingPartsTablesWithTheSameHead) {
  const auto blocks = BlocksOf(TwoTables(
      "Contraindications",
      {{"Drug", "Reason"}, {"Aspirin", "Fever"}, {"Iron", "Anaemia"}},
      {{"Drug", "Reason"}, {"Warfarin", "Bleeding"}, {"Zinc", "Nausea"}}));
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("Contraindications"));
  EXPECT_EQ(std::ranges::count(blocks, Kind::kTable, &LayoutBlock::kind), 2);
}

// On each page the colour of a card, and below it the card's doses.
TEST(ReadLayout, ALineOverTheTableOfEachPageIsItsTitle) {
  PdfXml xml;
  const std::vector<std::string> colours = {"Gray",  "Pink",   "Red",
                                            "White", "Yellow", "Blue"};
  for (const std::string& colour : colours) {
    xml.Page().Bold(100, 100, "Colour:").Bold(400, 100, colour);
    xml.Bold(100, 130, "Drug").Bold(400, 130, "Dose").Bold(700, 130, "Way");
    for (int i = 0; i < 12; ++i) {
      const int top = 150 + 20 * i;
      xml.Text(100, top, "Iron " + colour).Text(400, top, "4 mg");
      xml.Text(700, top, "by mouth");
    }
  }
  const auto blocks = BlocksOf(xml);
  ASSERT_EQ(blocks.size(), 2 * colours.size());
  for (std::size_t i = 0; i < colours.size(); ++i) {
    EXPECT_EQ(blocks[2 * i].kind, Kind::kHeading);
    EXPECT_EQ(blocks[2 * i].text, "Colour: " + colours[i]);
    EXPECT_EQ(blocks[2 * i + 1].rows.size(), 13u);
  }
}

std::ptrdiff_t TablesOf(const PdfXml& xml) {
  return std::ranges::count(BlocksOf(xml), Kind::kTable, &LayoutBlock::kind);
}

TEST(ReadLayout, ABoldRowOfWordsWithRoomAboveBeginsAnotherTable) {
  const auto tables_with_room = [](int room) {
    PdfXml xml = BodyPage();
    for (int i = 0; i < 5; ++i) {
      const int top = 200 + 20 * i;
      xml.Text(100, top, "Age").Text(300, top, "2 years");
      xml.Text(500, top, "12 kg");
    }
    const int head = 300 + room;
    xml.Bold(100, head, "Drug").Bold(300, head, "Dose").Bold(500, head, "Way");
    for (int i = 1; i < 5; ++i) {
      const int top = head + 20 * i;
      xml.Text(100, top, "Iron").Text(300, top, "4 mg");
      xml.Text(500, top, "by mouth");
    }
    return TablesOf(xml);
  };
  EXPECT_EQ(tables_with_room(20), 2);
  EXPECT_EQ(tables_with_room(0), 1);
}

TEST(ReadLayout, PagesOfAFormAreNoSingleTable) {
  const auto form = [](const std::string& age, const std::string& head) {
    return std::vector<std::vector<std::string>>{
        {"Age:", age}, {"Drug", head}, {"Iron", "4 mg"}, {"Zinc", "6 mg"}};
  };
  EXPECT_EQ(
      TablesOf(TwoTables("", form("2 years", "Dose"), form("4 years", "Dose"))),
      2);
  EXPECT_EQ(
      TablesOf(TwoTables("", form("2 years", "Dose"), form("4 years", "Way"))),
      1);
}

TEST(ReadLayout, ABoldHeadOfItsOwnBeginsAnotherTable) {
  const auto tables_with_heads = [](const char* first, const char* second) {
    PdfXml xml = BodyPage();
    for (const char* head : {first, second}) {
      const int top = xml.text().find("Drug") == std::string::npos ? 950 : 140;
      if (top == 140) xml.Page();
      xml.Bold(100, top, "Drug").Bold(400, top, head);
      for (int i = 1; i < 5; ++i) {
        xml.Text(100, top + 30 * i, "Iron").Text(400, top + 30 * i, "4 mg");
      }
    }
    xml.Lines(100, 700, Prose("body", 12));
    return TablesOf(xml);
  };
  EXPECT_EQ(tables_with_heads("Dose", "Dose"), 1);
  EXPECT_EQ(tables_with_heads("Dose", "Price"), 2);
}

// The first table is wider, as its head is.
std::ptrdiff_t TablesWhereTheSecondBeginsWith(const std::string& mark) {
  return std::ranges::count(
      BlocksOf(TwoTables("",
                         {{"A. Gloves", "Are worn where there is blood"},
                          {"B. Masks", "Yes No"},
                          {"C. Gowns", "Yes No"}},
                         {{mark + " Soap", "Yes No"},
                          {"K. Water", "Yes No"},
                          {"L. Paper", "Yes No"}})),
      Kind::kTable, &LayoutBlock::kind);
}

TEST(ReadLayout, ATableGoesOnOverleafWhereItGoesOnCounting) {
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("D."), 1);
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("J."), 2);
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("A."), 2);
}

TEST(ReadLayout, AmountsAreNoMarksThatCount) {
  EXPECT_EQ(
      std::ranges::count(
          BlocksOf(TwoTables("",
                             {{"All ages", "Are given where there is pain"},
                              {"1 tablet", "Yes No"},
                              {"1 tablet", "Yes No"}},
                             {{"2 tablets", "Yes No"},
                              {"9 tablets", "Yes No"},
                              {"7 tablets", "Yes No"}})),
          Kind::kTable, &LayoutBlock::kind),
      2);
}

// Three rows of long cells, with wide blanks between them.
TEST(ReadLayout, RowsOfLongCellsAreNoColumns) {
  PdfXml xml;
  xml.Page().Text(100, 100, "There are three words.");
  for (int i = 0; i < 3; ++i) {
    xml.Lines(100, 200 + 200 * i, Prose("mouse" + std::to_string(i), 5));
    xml.Lines(500, 200 + 200 * i, Prose("horse" + std::to_string(i), 5));
  }
  std::string all;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    all += block.text;
    for (const auto& row : block.rows) {
      for (const auto& cell : row) all += cell.text + '|';
      all += '\n';
    }
  }
  // The first row's right cell comes before the second row's left one.
  EXPECT_LT(all.find("horse0"), all.find("mouse1")) << all;
}

TEST(ReadLayout, RowsOfNumbersOverleafAreNoHead) {
  std::size_t rows = 0;
  for (const LayoutBlock& block :
       BlocksOf(TwoTables("",
                          {{"Week 1", "Dose 50"},
                           {"Week 2", "Dose 90"},
                           {"Week 3", "Dose 150"}},
                          {{"Week 7", "Dose 350"},
                           {"Week 2", "Dose 90"},
                           {"Week 9", "Dose 400"}}))) {
    rows += block.rows.size();
  }
  EXPECT_EQ(rows, 6u);
}

TEST(ReadLayout, NoWordIsLostBelowAHeadingOverColumns) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "Drug")
      .Text(415, 200, "Dose by age")
      .Text(700, 200, "Notes");
  xml.Text(100, 220, "all")
      .Text(300, 220, "Infants")
      .Text(400, 220, "Children");
  xml.Text(500, 220, "Adults").Text(600, 220, "Elderly");
  for (int i = 0; i < 3; ++i) {
    const int top = 260 + 30 * i;
    xml.Text(100, top, "Aspirin").Text(300, top, "1").Text(400, top, "2");
    xml.Text(500, top, "3").Text(600, top, "4").Text(700, top, "none");
  }
  std::string all;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    all += block.text + ' ';
    for (const auto& row : block.rows) {
      for (const auto& cell : row) all += cell.text + ' ';
    }
  }
  for (const char* word : {"Drug", "Dose by age", "Notes", "all", "Infants",
                           "Children", "Adults", "Elderly"}) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
  }
}

TEST(ReadLayout, NoWordIsLostOfATableThatIsTooWide) {
  constexpr int kRows = 6;
  constexpr int kColumns = 140;
  PdfXml xml = BodyPage();
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      xml.Wide(20 + 6 * column, 200 + 30 * row, 3, std::to_string(column % 10));
    }
  }
  std::string all;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    all += block.text;
    for (const auto& row : block.rows) {
      for (const auto& cell : row) all += cell.text;
    }
  }
  EXPECT_EQ(
      std::ranges::count_if(all, [](char c) { return c >= '0' && c <= '9'; }),
      kRows * kColumns);
}

TEST(ReadLayout, WordsTellTheCellsOfARun) {
  PdfXml xml = BodyPage();
  std::string words = "<page width=\"600\" height=\"800\">\n";
  for (int i = 0; i < 3; ++i) {
    xml.Wide(150, 300 + 20 * i, 450, "North 11 South 22");
    const std::string y = std::to_string((300 + 20 * i) * 2 / 3 + 4);
    const auto add = [&words, &y](const char* text, int left, int right) {
      words += "<word xMin=\"" + std::to_string(left) + "\" yMin=\"" + y +
               "\" xMax=\"" + std::to_string(right) + "\" yMax=\"" + y + "\">" +
               text + "</word>\n";
    };
    add("North", 100, 125);
    add("11", 200, 210);
    add("South", 300, 325);
    add("22", 390, 400);
  }
  EXPECT_THAT(CellsOf(TableOf(BlocksOf(xml, words + "</page>"))),
              testing::Each(ElementsAre("North", "11", "South", "22")));
}

TEST(ReadLayout, ReadsContentsWithLeaders) {
  PdfXml xml;
  xml.Page().Text(100, 100, "Contents", PdfXml::kLarge);
  xml.Text(100, 200, "Beginnings ............................ 3");
  xml.Text(100, 220, "The middle of it ...................... 9");
  xml.Text(100, 240, "Ends .................................. 14");
  xml.Page().Lines(100, 200, Prose("text", 6));
  const auto entries = TextsOf(BlocksOf(xml), Kind::kContents);
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_THAT(entries[0], StartsWith("Beginnings"));
}

TEST(ReadLayout, LinesThatNameHeadingsStayApart) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, {"Hiring a boat", "Reading the weir", "Coming back"});
  int top = 300;
  for (const char* name :
       {"Hiring a boat", "Reading the weir", "Coming back"}) {
    xml.Bold(100, top, name);
    xml.Lines(100, top + 24, Prose("text", 3));
    top += 120;
  }
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kParagraph),
              testing::IsSupersetOf(
                  {"Hiring a boat", "Reading the weir", "Coming back"}));
}

TEST(ReadLayout, SetsRunningLinesAndPageNumbersApart) {
  PdfXml xml;
  for (int page = 1; page <= 4; ++page) {
    xml.Page().Text(100, 40, "A guide to things");
    xml.Lines(100, 200, Prose("page", 6));
    xml.Text(450, 1150, std::to_string(page));
  }
  const auto running = TextsOf(BlocksOf(xml), Kind::kRunningLine);
  EXPECT_EQ(running.size(), 8u);
}

TEST(ReadLayout, TheTitleAtTheTopOfAPageIsNoRunningLine) {
  PdfXml xml = BodyPage();
  xml.Text(100, 40, "The book of examples", PdfXml::kLarge);
  xml.Lines(100, 200, Prose("text", 6));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kTitle),
              ElementsAre("The book of examples"));
}

TEST(ReadLayout, ASentenceWhereRunningLinesStandIsText) {
  PdfXml xml;
  for (int page = 1; page <= 8; ++page) {
    xml.Page().Lines(100, 200, Prose("page", 6));
    if (page < 7) xml.Text(100, 60, "Chapter of things");
    if (page == 7)
      xml.Text(100, 60, "Wash your hands before each meal of the day.");
    if (page == 8) xml.Text(100, 60, "Chapter of birds");
  }
  const auto running = TextsOf(BlocksOf(xml), Kind::kRunningLine);
  EXPECT_THAT(running, Contains("Chapter of birds"));
  EXPECT_THAT(running, Not(Contains(StartsWith("Wash"))));
}

TEST(ReadLayout, AShortLineInAColourOfItsOwnOverTextIsAHeading) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, Prose("text", 4));
  xml.Text(100, 320, "Stacking wood", PdfXml::kWhite);
  xml.Lines(100, 350, Prose("more", 4));
  xml.Text(100, 470, "Never stack it wet.", PdfXml::kWhite);
  xml.Lines(100, 500, Prose("last", 4));
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kHeading),
              ElementsAre("Stacking wood"));
}

TEST(ReadLayout, AListGoesOnInTheNextColumnAtItsLevel) {
  PdfXml xml;
  xml.Page().Lines(100, 200, Prose("left", 6));
  xml.Text(100, 340, "It carries:");
  for (int i = 0; i < 6; ++i) {
    const int left = i < 3 ? 100 : 480;
    const int top = i < 3 ? 360 + 20 * i : 200 + 20 * (i - 3);
    xml.Text(left, top, "•").Text(left + 20, top, "a thing for the cart");
  }
  xml.Lines(480, 290, Prose("right", 8));
  std::vector<int> levels;
  for (const LayoutBlock& block : BlocksOf(xml)) {
    if (block.kind == Kind::kItem) levels.push_back(block.level);
  }
  EXPECT_THAT(levels, ElementsAre(1, 1, 1, 1, 1, 1));
}

TEST(ReadLayout, FootnotesStandBeforeTheTextThatGoesOnOverleaf) {
  PdfXml xml = BodyPage();
  auto open = Prose("open", 4);
  open.back() = "and this sentence goes on and on to the next";
  xml.Lines(100, 950, open);
  xml.Text(100, 1058, "1", PdfXml::kSmall);
  xml.Text(108, 1062, "See the report of the others.", PdfXml::kSmall);
  xml.Page().Lines(100, 200, {"page, on which it ends at last for good."});
  const auto blocks = BlocksOf(xml);
  std::string order;
  for (const LayoutBlock& block : blocks) {
    order += std::to_string(static_cast<int>(block.kind)) + ":" +
             block.text.substr(0, 12) + "|";
  }
  EXPECT_THAT(blocks.back().text, testing::EndsWith("ends at last for good."))
      << order;
  EXPECT_THAT(blocks[blocks.size() - 2].text, StartsWith("1 See"));
}

TEST(ReadLayout, FootnotesAndTheirMarks) {
  PdfXml xml = BodyPage();
  xml.Text(100, 200, "This was found by others")
      .Text(269, 198, "1", PdfXml::kSmall);
  xml.Text(276, 200, "and is true.");
  xml.Text(100, 1000, "1", PdfXml::kSmall);
  xml.Text(108, 1002, "See the report of the others.", PdfXml::kSmall);
  const auto blocks = BlocksOf(xml);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph)[0],
              testing::HasSubstr("others[1] and is true."));
}

TEST(ReadLayout, ACaptionIsNoParagraph) {
  PdfXml xml = BodyPage();
  xml.Lines(100, 200, Prose("text", 3));
  xml.Text(100, 300, "Table 2. What was found where");
  EXPECT_THAT(TextsOf(BlocksOf(xml), Kind::kCaption),
              ElementsAre("Table 2. What was found where"));
}

TEST(ReadLayout, ALargeFirstLetterBelongsToItsWord) {
  PdfXml xml;
  xml.Page().Lines(130, 200, Prose("once", 1));
  PdfXml chapter = BodyPage();
  chapter.Text(100, 200, "O", PdfXml::kLarge)
      .Text(113, 201, "ver the years much was said");
  EXPECT_THAT(TextsOf(BlocksOf(chapter), Kind::kParagraph)[0],
              StartsWith("Over the years"));
}

TEST(ReadLayout, TheOnlyLineOfEachPageIsNoRunningLine) {
  PdfXml xml;
  for (int i = 0; i < 4; ++i) xml.Page().Text(100, 60, "Keep out of reach");
  EXPECT_EQ(TextsOf(BlocksOf(xml), Kind::kRunningLine).size(), 0u);
  EXPECT_EQ(BlocksOf(xml).size(), 4u);
}

TEST(ReadLayout, NothingIsReadOfOtherBytes) {
  EXPECT_THAT(ReadLayout("").blocks, IsEmpty());
  EXPECT_THAT(ReadLayout("<page number=\"1\"><text top=\"1\"").blocks,
              IsEmpty());
  EXPECT_THAT(ReadLayout("%PDF-1.7 \xff\xfe").blocks, IsEmpty());
}

TEST(ReadLayout, APrefixOfADocumentIsReadAsFarAsItGoes) {
  const std::string xml = BodyPage().text();
  for (std::size_t length = 0; length < xml.size(); length += 7) {
    EXPECT_LE(ReadLayout(std::string_view(xml).substr(0, length)).blocks.size(),
              2u);
  }
}

TEST(ReadLayout, TellsOfAPageWithTooManyRuns) {
  PdfXml xml;
  xml.Page();
  for (int i = 0; i <= 50'000; ++i) xml.Text(i % 800, i % 1100, "x");
  EXPECT_FALSE(ReadLayout(xml.text()).is_complete);
}

}  // namespace
}  // namespace answerbox::client::layout
