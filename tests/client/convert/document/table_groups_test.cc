#include "client/convert/document/table_groups.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

TableRow RowOfWords(std::initializer_list<const char*> words,
                    std::uint8_t flags = 0) {
  TableRow row;
  for (const char* word : words) {
    row.push_back({.text = word, .column = row.size(), .flags = flags});
  }
  return row;
}

TableRow HeadOf(std::initializer_list<const char*> words) {
  return RowOfWords(words, engine::kHeadsColumn);
}

TableRow Across(const char* word, std::uint32_t columns) {
  return {{.text = word, .column_span = columns}};
}

ConvertedDocument Written(const std::vector<TableRow>& rows) {
  BlockWriter writer;
  writer.Begin(engine::TextBlockKind::kTable);
  WriteTableRows(rows, writer);
  writer.End();
  return std::move(writer).Take();
}

std::string Grouped(std::vector<TableRow> rows) {
  RepeatGroups(rows);
  const ConvertedDocument document = Written(rows);
  EXPECT_EQ(BlockFault(document), "");
  return document.text;
}

TEST(TableRow, IsALineWithACellForEachColumnThatHoldsText) {
  const ConvertedDocument document =
      Written({HeadOf({"A", "B", "C"}), RowOfWords({"1", "", "3"}),
               RowOfWords({"", "2", ""})});
  EXPECT_EQ(document.text, "A | B | C\n1 | | 3\n| 2 |\n");
  EXPECT_EQ(Outline(document),
            "table\n"
            "  row: | |\n"
            "    cell@0,0^: A\n"
            "    cell@0,1^: B\n"
            "    cell@0,2^: C\n"
            "  row: | |\n"
            "    cell@1,0: 1\n"
            "    cell@1,2: 3\n"
            "  row: | |\n"
            "    cell@2,1: 2\n");
  EXPECT_EQ(BlockFault(document), "");
}

TEST(TableRow, ColumnsPastTheLimitStayInTheirRow) {
  TableRow row;
  for (std::size_t i = 0; i < 70'000; ++i) {
    row.push_back({.text = "x", .column = i});
  }
  const ConvertedDocument document = Written({row});
  EXPECT_EQ(document.blocks.size(), 2 + 65'535u);
  EXPECT_TRUE(engine::CheckTextBlocks(document.text, document.blocks));
}

TEST(TableGroups, ANameInTheFirstCellIsRepeatedBelow) {
  EXPECT_EQ(Grouped({HeadOf({"Kind", "Size", "Fee"}),
                     RowOfWords({"Rowing", "short", "4"}),
                     RowOfWords({"", "long", "7"}),
                     RowOfWords({"Sailing", "short", "9"}),
                     RowOfWords({"", "long", "16"})}),
            "Kind | Size | Fee\n"
            "Rowing | short | 4\n"
            "Rowing | long | 7\n"
            "Sailing | short | 9\n"
            "Sailing | long | 16\n");
}

TEST(TableGroups, ANameAcrossTheTableBecomesAColumn) {
  EXPECT_EQ(Grouped({HeadOf({"Size", "Fee"}), Across("Rowing", 2),
                     RowOfWords({"short", "4"}), RowOfWords({"long", "7"}),
                     Across("Sailing", 2), RowOfWords({"short", "9"}),
                     Across("All fees are in crowns and due on the day.", 2)}),
            "Size | Fee\n"
            "Rowing | short | 4\n"
            "Rowing | long | 7\n"
            "Sailing | short | 9\n"
            "All fees are in crowns and due on the day.\n");
}

TEST(TableGroups, FirstCellsAloneAreNamesIfTheBodyBeginsWithOne) {
  EXPECT_EQ(Grouped({HeadOf({"Size", "Fee"}), RowOfWords({"Rowing", ""}),
                     RowOfWords({"short", "4"}), RowOfWords({"Sailing"}),
                     RowOfWords({"short", "9"})}),
            "Size | Fee\nRowing | short | 4\nSailing | short | 9\n");
  // Nothing is known of these boats.
  EXPECT_EQ(Grouped({HeadOf({"Boat", "Fee"}), RowOfWords({"Heron", "4"}),
                     RowOfWords({"Teal"}), RowOfWords({"Osprey", "9"})}),
            "Boat | Fee\nHeron | 4\nTeal\nOsprey | 9\n");
  EXPECT_EQ(Grouped({HeadOf({"Boat", "Fee"}), RowOfWords({"Heron"}),
                     RowOfWords({"Teal"}), RowOfWords({"Osprey", "9"})}),
            "Boat | Fee\nHeron\nTeal\nOsprey | 9\n");
}

TEST(TableGroups, ACellThatSpansRowsCountsInEach) {
  TableRow monday = RowOfWords({"Monday", "Heron", "two"});
  monday[1].row_span = 2;
  TableRow tuesday = RowOfWords({"Tuesday", "", "four"});
  tuesday.erase(tuesday.begin() + 1);
  EXPECT_EQ(Grouped({HeadOf({"Day", "Boat", "Crew"}), monday, tuesday,
                     RowOfWords({"Wednesday", "Teal", "six"})}),
            "Day | Boat | Crew\n"
            "Monday | Heron | two\n"
            "Tuesday | Heron | four\n"
            "Wednesday | Teal | six\n");
}

TEST(TableGroups, NothingIsRepeatedWhereACellOfTheRowReaches) {
  TableRow monday = RowOfWords({"Monday", "Heron", "two"});
  monday[1].row_span = 2;
  TableRow tuesday = Across("No boat is out on a Tuesday.", 3);
  std::vector<TableRow> rows = {HeadOf({"Day", "Boat", "Crew"}), monday,
                                tuesday};
  RepeatGroups(rows);
  EXPECT_EQ(rows[2].size(), 1u);
  EXPECT_EQ(BlockFault(Written(rows)), "");
}

TEST(TableGroups, OtherEmptyCellsAndSumsTellNothing) {
  EXPECT_EQ(
      Grouped({HeadOf({"Boat", "Seats", "Fee"}),
               RowOfWords({"Heron", "2", "4"}), RowOfWords({"Teal", "", "9"}),
               RowOfWords({"", "2", "13"})}),
      "Boat | Seats | Fee\nHeron | 2 | 4\nTeal | | 9\n| 2 | 13\n");
  EXPECT_EQ(Grouped({HeadOf({"", "Summer"}), RowOfWords({"Heron", "2"})}),
            "| Summer\nHeron | 2\n");
}

TEST(TableGroups, OneTotalBelowAllRowsBelongsToNoGroup) {
  EXPECT_EQ(
      Grouped(
          {HeadOf({"Boat", "Part", "Fee"}), RowOfWords({"Heron", "hull", "$4"}),
           RowOfWords({"", "mast", "$5"}), RowOfWords({"", "Total", "$9"})}),
      "Boat | Part | Fee\nHeron | hull | $4\nHeron | mast | $5\n"
      "| Total | $9\n");
}

TEST(TableGroups, EachOfSeveralTotalsIsThatOfItsGroup) {
  EXPECT_EQ(
      Grouped(
          {HeadOf({"Boat", "Part", "Fee"}), RowOfWords({"Heron", "hull", "$4"}),
           RowOfWords({"", "Total", "$4"}), RowOfWords({"Teal", "mast", "$5"}),
           RowOfWords({"", "Total", "$5"})}),
      "Boat | Part | Fee\nHeron | hull | $4\nHeron | Total | $4\n"
      "Teal | mast | $5\nTeal | Total | $5\n");
}

TEST(TableGroups, FlagsAndRepeatedValuesAreNoNames) {
  const std::string flags = "Active | Code\nNo | A1\n| A2\n| A3\n";
  EXPECT_EQ(Grouped({HeadOf({"Active", "Code"}), RowOfWords({"No", "A1"}),
                     RowOfWords({"", "A2"}), RowOfWords({"", "A3"})}),
            flags);
  EXPECT_EQ(Grouped({HeadOf({"Shelf", "Code"}), RowOfWords({"Top", "A1"}),
                     RowOfWords({"Top", "A2"}), RowOfWords({"Top", "A3"}),
                     RowOfWords({"", "A4"}), RowOfWords({"", "A5"})}),
            "Shelf | Code\nTop | A1\nTop | A2\nTop | A3\n| A4\n| A5\n");
  EXPECT_EQ(Grouped({HeadOf({"Note", "Code"}), RowOfWords({"", "A1"}),
                     RowOfWords({"bent", "A2"}), RowOfWords({"", "A3"})}),
            "Note | Code\n| A1\nbent | A2\n| A3\n");
}

TEST(TableGroups, ARepeatedCellEndsBeforeTheNextOneOfItsRow) {
  const TableCell wide = {
      .text = "Both", .column = 1, .row_span = 2, .column_span = 2};
  std::vector<TableRow> rows = {{{.text = "a"}, wide},
                                RowOfWords({"b", "", "c"})};
  RepeatGroups(rows);
  ASSERT_EQ(rows[1].size(), 3u);
  EXPECT_EQ(rows[1][1].text, "Both");
  EXPECT_EQ(rows[1][1].column_span, 1u);
}

TEST(TableGroups, RepeatsABoundedAmount) {
  std::vector<TableRow> rows(5'000);
  for (std::uint32_t i = 0; i < 300; ++i) {
    rows[0].push_back(
        {.text = std::string(399, 'x'), .column = i, .row_span = 4'095});
  }
  RepeatGroups(rows);
  std::size_t bytes = 0;
  for (const TableRow& row : rows) {
    for (const TableCell& cell : row) bytes += cell.text.size();
  }
  EXPECT_LE(bytes, kMaxRepeatedBytes + 300 * 399);
}

}  // namespace
}  // namespace answerbox::client
