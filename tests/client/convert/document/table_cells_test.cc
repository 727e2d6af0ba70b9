#include <gtest/gtest.h>

#include "client/convert/document/table_groups.h"

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

}  // namespace
}  // namespace answerbox::client
