// Tables: where one ends, its columns, rows and cells.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {

// How a search for a table ended.
struct TableSearch {
  std::optional<std::size_t> end;  // One past its last row; nullopt: no table.
  std::size_t rows_read = 0;       // What the search cost.
};

// Looks for a table that begins with row `first`, which has several cells.
[[nodiscard]] TableSearch FindTable(std::span<const Row> rows,
                                    std::size_t first);

// A column of a table.
struct Column {
  Length left;
  Length right;
};

// From left to right, parted by gaps that hardly any cell covers; at least one.
// Precondition: `rows` is not empty.
[[nodiscard]] std::vector<Column> FindColumns(std::span<const Row> rows);

// In which column a cell stands: the first one that it covers well.
[[nodiscard]] std::size_t ColumnOf(const Line& cell,
                                   std::span<const Column> columns);

// Whether a line without a mark stands below the text of the `marked` line, not
// below its mark.
[[nodiscard]] bool HangsBelow(const Line& line, const Line& marked);

// A wider grid is no table that a person could read.
inline constexpr std::size_t kMaxTableColumns = 128;

struct TableGrid {
  std::vector<LayoutRow> rows;
  std::size_t header_rows = 0;
  bool is_head_styled = false;  // The head is known by its type.
  bool is_stacked = false;      // By StackAbbreviations.
};

// How many of the first rows are a head because they hold words, and a column
// below them numbers alone: what fills a column with numbers names none of its
// own. Together they name all columns, and hold no digit.
[[nodiscard]] std::size_t CountWordsOverNumbers(
    const std::vector<LayoutRow>& rows);

// Makes a grid of the rows of a table; lines of one cell become one text.
// With more than kMaxTableColumns columns, each row of lines becomes one cell.
[[nodiscard]] TableGrid MakeGrid(std::span<const Row> rows);

// Lists of abbreviations are often set in two columns. A table of four columns,
// of which the first and the third hold abbreviations and the others what they
// mean, becomes one of two columns: the right half below the left one. Leaves
// other tables as they are.
void StackAbbreviations(TableGrid& grid);

}  // namespace answerbox::client::layout
