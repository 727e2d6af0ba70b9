// The columns, rows and cells of a table that was found.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

struct TableGrid {
  std::vector<LayoutRow> rows;
  std::size_t header_rows = 0;
  bool is_stacked = false;  // By StackAbbreviations.
};

// Makes a grid of the rows of a table; lines of one cell become one text.
// Empty when the table has more than kMaxTableColumns columns.
[[nodiscard]] TableGrid MakeGrid(std::span<const Row> rows);

}  // namespace answerbox::client::layout
