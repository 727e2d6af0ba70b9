// Finds tables: where they end, and their columns, rows and cells.
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

// The result of a search for a table.
struct TableSearch {
  std::optional<std::size_t> end;  // One past its last row; nullopt: no table.
  std::size_t rows_read = 0;       // The cost of the search.
};

// Looks for a table that begins with row `first`, which has several cells.
[[nodiscard]] TableSearch FindTable(std::span<const Row> rows,
                                    std::size_t first);

// A column of a table.
struct Column {
  Length left;
  Length right;
};

// Returns the columns from left to right, separated by gaps that hardly any
// cell covers; at least one. Precondition: `rows` is not empty.
[[nodiscard]] std::vector<Column> FindColumns(std::span<const Row> rows);

// Returns the column of a cell: the first one that it covers well.
[[nodiscard]] std::size_t ColumnOf(const Line& cell,
                                   std::span<const Column> columns);

// Whether a line without a mark stands below the text of the `marked` line, not
// below its mark.
[[nodiscard]] bool HangsBelow(const Line& line, const Line& marked);

// A person could not read a wider grid.
inline constexpr std::size_t kMaxTableColumns = 128;

struct TableGrid {
  std::vector<LayoutRow> rows;
  std::size_t header_rows = 0;
  bool is_head_styled = false;  // The head is known by its type.
  bool is_stacked = false;      // By StackAbbreviations.
  bool is_ruled = false;        // By MakeRuledGrid.
};

// What a reader sees of a cell's type.
using CellLook = std::tuple<Length, std::uint32_t, Color, bool, bool>;
[[nodiscard]] CellLook LookOfCell(const Line& line);

// Counts the first rows of lines in another type than the rows below. One in
// five of those may be set like the head, such as sums and the names of groups.
// A single line below the head that stands over the first column alone is the
// name of a group.
[[nodiscard]] std::size_t CountStyledHeadRows(std::span<const Row> rows,
                                              std::span<const Column> columns);

// Counts the first rows that are a head by their words: together they name all
// columns and have no digit, and some column below them holds only numbers.
[[nodiscard]] std::size_t CountWordsOverNumbers(
    const std::vector<LayoutRow>& rows);

// Makes a grid of the rows of a table; lines of one cell become one text. If
// there are more than kMaxTableColumns columns, each row of lines becomes one
// cell.
[[nodiscard]] TableGrid MakeGrid(std::span<const Row> rows,
                                 const WordJoiner& joiner);

// Returns the rows of lines that begin a row of the table, always including the
// first. Precondition: `rows` and `columns` are not empty.
[[nodiscard]] std::vector<std::size_t> FindRowStarts(
    std::span<const Row> rows, std::span<const Column> columns);

// The lines of a table whose rules or grounds show its cells.
struct RuledTable {
  RuledGrid grid;               // Without `cell_at`.
  std::vector<LineRefs> cells;  // As in `grid.cells`.
};

// Splits cells over several rows or columns that have a separate text in each.
// If cells have grounds, the line between two of them may be invisible.
void PartCrowdedCells(RuledTable& table);

// Splits columns between two rules whose words stand in several columns, and
// finds the columns of rows without vertical rules.
void PartRuledColumns(RuledTable& table);

// Splits rows between two rules if each of several cells holds several rows of
// numbers or short words.
void PartRuledRows(RuledTable& table);

// Whether at least two rows and two columns hold text.
[[nodiscard]] bool HoldsTable(const RuledTable& table);

// Makes a grid with the cells that the rules draw; rows and columns without
// text are left out. Precondition: HoldsTable.
[[nodiscard]] TableGrid MakeRuledGrid(const RuledTable& table,
                                      const WordJoiner& joiner);

// A table and its lines. Each line names the table and its cell (Line::table).
struct RuledLines {
  RuledGrid grid;
  std::vector<Line> lines;
};

// Removes the ruled tables from a page, in the order of their numbers. The runs
// of a frame around text, of a chart's axes and of a map stay. Texts are kept
// in `store`.
[[nodiscard]] std::vector<RuledLines> TakeRuledTables(
    const DrawnPage& drawn, const WordPage& words,
    std::span<const FontFamily> families, TextStore& store, RunPage& page);

// Lists of abbreviations are often set in two columns of pairs. A table of four
// columns, of which the first and the third hold abbreviations and the others
// their meanings, becomes one of two columns: the right half below the left.
// Other tables stay unchanged.
void StackAbbreviations(TableGrid& grid);

}  // namespace answerbox::client::layout
