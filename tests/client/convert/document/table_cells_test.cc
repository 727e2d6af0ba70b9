#include "client/convert/document/table_cells.h"

#include <gtest/gtest.h>

#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

TEST(TableGrid, CellsTakeTheRowsAndColumnsThatTheySpan) {
  TableGrid grid;
  grid.Take(0, 1, 3, 2);
  EXPECT_EQ(grid.FreeColumn(1, 0), 0u);
  EXPECT_EQ(grid.FreeColumn(1, 1), 3u);
  EXPECT_EQ(grid.FreeColumn(2, 2), 3u);
  EXPECT_EQ(grid.FreeColumn(3, 1), 1u);
}

TEST(TableGrid, FollowsNoSpansPastItsColumns) {
  TableGrid grid;
  grid.Take(0, TableGrid::kMaxColumns - 1, 9, 1'000'000'000);
  EXPECT_TRUE(grid.IsTaken(1, TableGrid::kMaxColumns - 1));
  EXPECT_FALSE(grid.IsTaken(1, TableGrid::kMaxColumns));
}

ConvertedDocument TableOf(
    const std::vector<std::vector<std::string_view>>& rows) {
  BlockWriter writer;
  writer.Begin(engine::TextBlockKind::kTable);
  std::uint32_t number = 0;
  for (const auto& row : rows) {
    WriteRow(row, number, number == 0 ? engine::kHeadsColumn : 0, writer);
    ++number;
  }
  writer.End();
  return std::move(writer).Take();
}

TEST(TableRow, IsALineWithACellForEachColumnThatHoldsText) {
  const ConvertedDocument document =
      TableOf({{"A", "B", "C"}, {"1", "", "3"}, {"", "2", ""}});
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
  const ConvertedDocument document =
      TableOf({std::vector<std::string_view>(70'000, "x")});
  EXPECT_EQ(document.blocks.size(), 2 + 65'535u);
  EXPECT_TRUE(engine::CheckTextBlocks(document.text, document.blocks));
}

}  // namespace

}  // namespace answerbox::client
