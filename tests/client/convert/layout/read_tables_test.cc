#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "pdf_xml.h"
#include "read_blocks.h"

namespace answerbox::client::layout {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Kind = engine::TextBlockKind;

TEST(ReadTables, ReadsATableWhoseCellsHaveSeveralLines) {
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
TEST(ReadTables, CellsGoOnWhereTheirLinesStandAtOtherHeights) {
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

TEST(ReadTables, AnEntryOfAChecklistGoesOnBelowItsText) {
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

TEST(ReadTables, ATableBeginsWithTheLineThatItsFirstCellBeginsWith) {
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

TEST(ReadTables, AHeadIsKnownByItsTypeOrByNumbersBelowWords) {
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

TEST(ReadTables, TheMarkOfANoteIsNoPartOfAHeadsType) {
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

TEST(ReadTables, WordsOverRangesAndBoundsAreAHead) {
  EXPECT_EQ(PlainTable({{"Class", "Speed", "Crew"},
                        {"Slow", "&lt;120", "And below"},
                        {"Usual", "120 - 139", "Or above"},
                        {"Fast", "\u2265 140", "Or above"}})
                .header_rows,
            1u);
}

TEST(ReadTables, AHeadOfTwoRowsLeavesTheSecondFirstCellEmpty) {
  EXPECT_EQ(PlainTable({{"Boat", "Least", "Crew"},
                        {"", "length", "size"},
                        {"Heron", "12", "2"},
                        {"Teal", "14", "3"},
                        {"Snipe", "16", "4"}})
                .header_rows,
            2u);
}

TEST(ReadTables, NamesAcrossATableLeaveItsHead) {
  EXPECT_EQ(PlainTable({{"Length", "Fee", "Deposit"},
                        {"Boats that are rowed by two people"},
                        {"short", "4 crowns", "10"},
                        {"long", "7 crowns", "15"},
                        {"Boats that are sailed by one person"},
                        {"short", "9 crowns", "30"}})
                .header_rows,
            1u);
}

TEST(ReadTables, ARowOfWordsAmongNumbersIsNoHead) {
  EXPECT_EQ(PlainTable({{"Heron", "unknown", "2"},
                        {"Teal", "14", "3"},
                        {"Snipe", "16", "4"},
                        {"Curlew", "18", "6"}})
                .header_rows,
            0u);
}

// "Ann Hill" stands close below the time, and apart from the row below.
TEST(ReadTables, ALineCloseBelowAFirstCellIsNoNameOfAGroup) {
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

TEST(ReadTables, RowsOfAGroupStayApartAndItsNameMaySpanTheTable) {
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

TEST(ReadTables, LinesOfCellsThatBreakEarlyAreNoRowsOfAGroup) {
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

TEST(ReadTables, OfTwoColumnsTheUnitTellsRowsOfAGroup) {
  PdfXml xml = BodyPage();
  xml.Bold(100, 200, "Kind").Bold(300, 200, "Fee");
  xml.Text(100, 224, "Rowing boats").Text(300, 224, "4 crowns");
  xml.Text(300, 248, "7 crowns");
  xml.Text(100, 272, "Punts").Text(300, 272, "3 crowns");
  xml.Text(100, 296, "Canoes").Text(300, 296, "5 crowns");
  EXPECT_EQ(TableOf(BlocksOf(xml)).rows.size(), 5u);
}

TEST(ReadTables, ACellHalfWayBetweenTwoRowsCountsForBoth) {
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

TEST(ReadTables, AHeadOverOneColumnBelowAnItemBeginsTheTable) {
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

TEST(ReadTables, ALineOverBothColumnsIsNoPartOfTheLastEntry) {
  const std::string line =
      "Ask the one who is in charge of the instruments to sign the list, and "
      "keep it.";
  PdfXml xml = Checklist();
  xml.Text(150, 368, line);
  const auto blocks = BlocksOf(xml);
  EXPECT_EQ(TableOf(blocks).rows.size(), 5u);
  EXPECT_THAT(TextsOf(blocks, Kind::kParagraph), Contains(line));
}

TEST(ReadTables, AHeadingSpansTheColumnsThatItIsCentredOver) {
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

TEST(ReadTables, ATableGoesOnOverThePageBelowItsHead) {
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

TEST(ReadTables, AHeadingPartsTablesWithTheSameHead) {
  const auto blocks = BlocksOf(TwoTables(
      "Contraindications",
      {{"Drug", "Reason"}, {"Aspirin", "Fever"}, {"Iron", "Anaemia"}},
      {{"Drug", "Reason"}, {"Warfarin", "Bleeding"}, {"Zinc", "Nausea"}}));
  EXPECT_THAT(TextsOf(blocks, Kind::kHeading),
              ElementsAre("Contraindications"));
  EXPECT_EQ(std::ranges::count(blocks, Kind::kTable, &LayoutBlock::kind), 2);
}

// On each page the colour of a card, and below it the card's doses.
TEST(ReadTables, ALineOverTheTableOfEachPageIsItsTitle) {
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

TEST(ReadTables, ABoldRowOfWordsWithRoomAboveBeginsAnotherTable) {
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

TEST(ReadTables, PagesOfAFormAreNoSingleTable) {
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

TEST(ReadTables, ABoldHeadOfItsOwnBeginsAnotherTable) {
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

TEST(ReadTables, ATableGoesOnOverleafWhereItGoesOnCounting) {
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("D."), 1);
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("J."), 2);
  EXPECT_EQ(TablesWhereTheSecondBeginsWith("A."), 2);
}

TEST(ReadTables, AmountsAreNoMarksThatCount) {
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
TEST(ReadTables, RowsOfLongCellsAreNoColumns) {
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

TEST(ReadTables, RowsOfNumbersOverleafAreNoHead) {
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

TEST(ReadTables, NoWordIsLostBelowAHeadingOverColumns) {
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

TEST(ReadTables, NoWordIsLostOfATableThatIsTooWide) {
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

TEST(ReadTables, WordsTellTheCellsOfARun) {
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

}  // namespace
}  // namespace answerbox::client::layout
