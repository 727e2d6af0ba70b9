// Tables: where one ends, its columns, rows and cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/lines.h"
#include "client/convert/layout/lines/words.h"
#include "client/convert/layout/ruled/ruled_grids.h"

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
  bool is_ruled = false;        // By MakeRuledGrid.
};

// What a reader sees of the type of a cell.
using CellLook = std::tuple<Length, std::uint32_t, Color, bool, bool>;
[[nodiscard]] CellLook LookOfCell(const Line& line);

// How many of the first rows of lines are set in another type than the rows
// below. One row in five of those may be set like the head, such as sums and
// the names of groups. A single line below the head that stands over the first
// column alone is the name of a group.
[[nodiscard]] std::size_t CountStyledHeadRows(std::span<const Row> rows,
                                              std::span<const Column> columns);

// How many of the first rows are a head because they hold words, and a column
// below them numbers alone: what fills a column with numbers names none of its
// own. Together they name all columns, and hold no digit.
[[nodiscard]] std::size_t CountWordsOverNumbers(
    const std::vector<LayoutRow>& rows);

// Makes a grid of the rows of a table; lines of one cell become one text.
// With more than kMaxTableColumns columns, each row of lines becomes one cell.
[[nodiscard]] TableGrid MakeGrid(std::span<const Row> rows,
                                 const WordJoiner& joiner);

// Which rows of lines begin a row of the table, the first one always.
// Precondition: `rows` and `columns` are not empty.
[[nodiscard]] std::vector<std::size_t> FindRowStarts(
    std::span<const Row> rows, std::span<const Column> columns);

// The lines of a table whose rules or grounds tell its cells.
struct RuledTable {
  RuledGrid grid;               // Without `cell_at`.
  std::vector<LineRefs> cells;  // As in `grid.cells`.
};

// Parts cells over several rows or columns with a text of its own in each:
// where cells have grounds, no line may be seen between two.
void PartCrowdedCells(RuledTable& table);

// Parts columns between two rules whose words stand in several columns, and
// finds those of rows that no upright rule parts.
void PartRuledColumns(RuledTable& table);

// Parts rows between two rules that hold several rows of numbers or short words
// in each of several cells.
void PartRuledRows(RuledTable& table);

// Whether two rows and two columns hold text.
[[nodiscard]] bool HoldsTable(const RuledTable& table);

// The cells are those of the rules; rows and columns without text are left out.
// Precondition: HoldsTable.
[[nodiscard]] TableGrid MakeRuledGrid(const RuledTable& table,
                                      const WordJoiner& joiner);

// A table and its lines, which name it and their cell (Line::table).
struct RuledLines {
  RuledGrid grid;
  std::vector<Line> lines;
};

// Takes the ruled tables off a page, in the order of their numbers. A frame
// around text, the axes of a chart and a map are none: their runs stay. Texts
// are kept in `store`.
[[nodiscard]] std::vector<RuledLines> TakeRuledTables(
    const DrawnPage& drawn, const WordPage& words,
    std::span<const FontFamily> families, TextStore& store, RunPage& page);

// Lists of abbreviations are often set in two columns. A table of four columns,
// of which the first and the third hold abbreviations and the others what they
// mean, becomes one of two columns: the right half below the left one. Leaves
// other tables as they are.
void StackAbbreviations(TableGrid& grid);

}  // namespace answerbox::client::layout
