#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "client/convert/layout/ruled/ruled_grids.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

std::string TextOf(const LineRefs& lines, const WordJoiner& joiner) {
  std::string text;
  for (const Row& row : MakeRows(lines)) {
    for (const Line* line : row.lines) {
      joiner.Append(text, FullText(*line));
    }
  }
  return text;
}

// Returns which rows, or columns, to keep: those with text in a cell that does
// not span others, and the first row or column of each spanning cell that would
// otherwise have none.
std::vector<bool> Kept(const RuledTable& table, std::size_t count,
                       std::uint16_t RuledCell::*first,
                       std::uint16_t RuledCell::*span) {
  std::vector<bool> kept(count);
  for (const bool is_single : {true, false}) {
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const RuledCell& cell = table.grid.cells[i];
      if (table.cells[i].empty() || (cell.*span == 1) != is_single) continue;
      const auto begin = kept.begin() + cell.*first;
      if (std::find(begin, begin + cell.*span, true) == begin + cell.*span) {
        *begin = true;
      }
    }
  }
  return kept;
}

// Counts the kept ones among `span` from `first` on.
std::size_t CountKept(const std::vector<bool>& kept, std::size_t first,
                      std::size_t span) {
  const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(first);
  return static_cast<std::size_t>(
      std::count(begin, begin + static_cast<std::ptrdiff_t>(span), true));
}

std::vector<bool> KeptRows(const RuledTable& table) {
  return Kept(table, table.grid.row_count(), &RuledCell::row,
              &RuledCell::row_span);
}

std::vector<bool> KeptColumns(const RuledTable& table) {
  return Kept(table, table.grid.column_count(), &RuledCell::column,
              &RuledCell::column_span);
}

// Counts the first rows below the `titles` that differ from the rest by their
// type.
std::size_t CountHeadRows(const RuledTable& table,
                          const std::vector<bool>& kept_rows,
                          std::size_t titles) {
  std::vector<Row> rows(table.grid.row_count());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    Row& row = rows[table.grid.cells[i].row];
    row.lines.insert(row.lines.end(), table.cells[i].begin(),
                     table.cells[i].end());
  }
  std::vector<Row> kept;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Row& row = rows[r];
    if (!kept_rows[r] || row.lines.empty()) continue;
    std::ranges::stable_sort(row.lines, {}, &Line::left);
    row.top = std::ranges::min(row.lines, {}, &Line::top)->top;
    row.bottom = std::ranges::max(row.lines, {}, &Line::bottom)->bottom;
    kept.push_back(std::move(row));
  }
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.grid.column_count(); ++c) {
    columns.push_back({table.grid.columns[c], table.grid.columns[c + 1]});
  }
  const auto below = std::span(kept).subspan(std::min(titles, kept.size()));
  const std::size_t count =
      below.empty() ? 0 : CountStyledHeadRows(below, columns);
  return count > 0 ? titles + count : 0;
}

// Counts the first rows that are a single cell over the whole table.
std::size_t CountTitles(const std::vector<LayoutRow>& rows) {
  return static_cast<std::size_t>(
      std::ranges::find_if(
          rows, [](const LayoutRow& row) { return row.size() > 1; }) -
      rows.begin());
}

// Whether a row has several cells with words, and no digit.
bool HoldsNames(const LayoutRow& row) {
  return row.size() > 1 && std::ranges::all_of(row, [](const LayoutCell& cell) {
           return cell.text.find_first_of("0123456789") == std::string::npos;
         });
}

// Extends the head: below a cell over several columns, but not all, the heads
// of these columns follow; a cell over several rows extends it to its last row.
std::size_t WithRowsOfHead(const std::vector<LayoutRow>& rows,
                           std::size_t count) {
  std::size_t end = count;
  for (std::size_t r = 0; r < std::min(end, rows.size()); ++r) {
    const bool may_have_parts = r + 1 < rows.size() && HoldsNames(rows[r + 1]);
    for (const LayoutCell& cell : rows[r]) {
      const bool has_parts = may_have_parts && cell.column_span > 1 &&
                             rows[r].size() > 1 && !cell.text.empty();
      end = std::max(
          end, r + std::max<std::size_t>(cell.row_span, has_parts ? 2 : 1));
    }
  }
  return end < rows.size() ? end : count;
}

}  // namespace

bool HoldsTable(const RuledTable& table) {
  return std::ranges::count(KeptRows(table), true) > 1 &&
         std::ranges::count(KeptColumns(table), true) > 1;
}

TableGrid MakeRuledGrid(const RuledTable& table, const WordJoiner& joiner) {
  const std::vector<bool> rows = KeptRows(table);
  const std::vector<bool> columns = KeptColumns(table);
  // A map sorts them by row, then by column. The order of the grid may differ,
  // as a cell whose first row is left out belongs to a later row.
  std::map<std::pair<std::size_t, std::size_t>, LayoutCell> cells;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const RuledCell& cell = table.grid.cells[i];
    const std::size_t row_span = CountKept(rows, cell.row, cell.row_span);
    const std::size_t column_span =
        CountKept(columns, cell.column, cell.column_span);
    if (row_span == 0 || column_span == 0) continue;
    std::size_t row = cell.row;
    while (!rows[row]) ++row;
    cells[{CountKept(rows, 0, row), cell.column}] = {
        TextOf(table.cells[i], joiner), static_cast<std::uint16_t>(column_span),
        static_cast<std::uint16_t>(row_span)};
  }
  TableGrid grid;
  grid.rows.resize(CountKept(rows, 0, rows.size()));
  for (auto& [place, cell] : cells) {
    grid.rows[place.first].push_back(std::move(cell));
  }
  const std::size_t titles = CountTitles(grid.rows);
  grid.header_rows = CountHeadRows(table, rows, titles);
  // A cell over the whole table below a head names a group.
  for (std::size_t r = titles; r < grid.header_rows; ++r) {
    if (grid.rows[r].size() == 1) grid.header_rows = r;
  }
  grid.is_head_styled = grid.header_rows > 0;
  if (!grid.is_head_styled) {
    grid.header_rows = CountWordsOverNumbers(grid.rows);
  }
  grid.header_rows = WithRowsOfHead(grid.rows, grid.header_rows);
  grid.is_ruled = true;
  return grid;
}

namespace {

bool Overlaps(const RuledGrid& a, const RuledGrid& b) {
  return Overlap(a.left(), a.right(), b.left(), b.right()) > 0 &&
         Overlap(a.top(), a.bottom(), b.top(), b.bottom()) > 0;
}

// Returns the lines of each cell, which name their cells.
std::vector<Line> LinesOf(std::vector<std::vector<Run>> cells,
                          std::uint32_t page,
                          std::span<const FontFamily> families,
                          TextStore& store) {
  std::vector<Line> lines;
  RunPage part;
  part.number = page;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    part.runs = std::move(cells[i]);
    for (Line& line : MakeLines(part, families, store)) {
      line.cell = static_cast<std::uint32_t>(i);
      lines.push_back(line);
    }
  }
  return lines;
}

// Whether there are enough cells for a table. Boxes with grounds often stand
// side by side, and two rows of them are no table.
bool HasEnoughCells(const RuledTable& table) {
  constexpr std::size_t kFewestCells = 4;
  constexpr std::ptrdiff_t kFewestRows = 3;
  std::vector<std::size_t> filled(table.grid.row_count());
  std::size_t all = 0;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i].empty()) continue;
    ++filled[table.grid.cells[i].row];
    ++all;
  }
  return all >= kFewestCells &&
         (table.grid.has_rules ||
          std::ranges::count_if(filled, [](std::size_t cells) {
            return cells > 1;
          }) >= kFewestRows);
}

// Returns the table that lines stand in, if it is one.
std::optional<RuledGrid> TableOf(const RuledGrid& grid,
                                 std::vector<Line>& lines) {
  RuledTable table{grid, std::vector<LineRefs>(grid.cells.size())};
  table.grid.cell_at.clear();
  for (Line& line : lines) table.cells[line.cell].push_back(&line);
  PartCrowdedCells(table);
  PartRuledColumns(table);
  PartCrowdedCells(table);
  PartRuledRows(table);
  if (!HoldsTable(table) || !HasEnoughCells(table)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    for (Line* line : table.cells[i]) {
      line->cell = static_cast<std::uint32_t>(i);
    }
  }
  return std::move(table.grid);
}

}  // namespace

std::vector<RuledLines> TakeRuledTables(const DrawnPage& drawn,
                                        const WordPage& words,
                                        std::span<const FontFamily> families,
                                        TextStore& store, RunPage& page) {
  std::vector<RuledLines> tables;
  for (const RuledGrid& grid : FindRuledGrids(drawn, page.runs)) {
    if (std::ranges::any_of(tables, [&grid](const RuledLines& table) {
          return Overlaps(table.grid, grid);
        })) {
      continue;
    }
    RuledRuns text = RunsInCells(grid, words, page.runs);
    std::vector<Line> lines =
        LinesOf(std::move(text.cells), page.number, families, store);
    auto table = TableOf(grid, lines);
    if (!table) continue;
    page.runs = std::move(text.others);
    for (Line& line : lines) {
      line.table = static_cast<std::uint32_t>(tables.size() + 1);
    }
    tables.push_back({*std::move(table), std::move(lines)});
  }
  return tables;
}

}  // namespace answerbox::client::layout
