// Finds the rows and columns of a ruled table that no rule separates.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

// The part of a table between two rules that reach over its whole width.
struct Band {
  std::vector<Column> columns;  // Of the cells that end in it.
  std::vector<Row> rows;        // The lines in these cells.
};

Band BandOf(const RuledTable& table, std::size_t row) {
  Band band;
  LineRefs lines;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const RuledCell& cell = table.grid.cells[i];
    if (cell.row != row || cell.row_span > 1) continue;
    if (table.cells[i].empty()) continue;
    const std::size_t end = std::size_t{cell.column} + cell.column_span;
    band.columns.push_back(
        {table.grid.columns[cell.column], table.grid.columns[end]});
    lines.insert(lines.end(), table.cells[i].begin(), table.cells[i].end());
  }
  band.rows = MakeRows(lines);
  return band;
}

// Whether each row of lines is a row of cells, rather than a line of a few long
// cells. That is so if they fill most columns and one of these is true: some
// column holds numbers, which nobody breaks over lines; or the rows are many,
// short, and make up most of the table.
bool HoldsRows(const Band& band, std::size_t rows_of_table) {
  constexpr std::size_t kManyRows = 4;
  constexpr std::size_t kShortCell = 25;
  const std::size_t count = band.rows.size();
  const std::size_t width = band.columns.size();
  if (count < 2 || width < 2) return false;
  std::vector<std::size_t> lines(width);
  std::vector<std::size_t> numbers(width);
  std::size_t all = 0;
  std::size_t characters = 0;
  std::size_t small = 0;
  for (const Row& row : band.rows) {
    for (const Line* line : row.lines) {
      const std::size_t column = ColumnOf(*line, band.columns);
      ++lines[column];
      if (!HasLetters(line->text, 3)) ++numbers[column];
      ++all;
      characters += line->characters;
      if (StartsSmall(line->text)) ++small;
    }
  }
  if (all * 10 < count * width * 6) return false;
  for (std::size_t c = 0; c < width; ++c) {
    if (numbers[c] > 1 && numbers[c] == lines[c] &&
        lines[c] * 10 >= count * 6) {
      return true;
    }
  }
  return count >= kManyRows && count * 2 > rows_of_table && small * 5 <= all &&
         characters <= all * kShortCell && all * 10 >= count * width * 9;
}

// Adds a border to `borders`, the rows' or the columns' of a grid. A cell that
// covers the place covers the rows, or columns, on both sides afterwards.
//   first, span  the cell's first row and their number, or column
void AddBorder(Length place, std::vector<Length>& borders,
               std::uint16_t RuledCell::*first, std::uint16_t RuledCell::*span,
               std::vector<RuledCell>& cells) {
  const auto at = std::ranges::upper_bound(borders, place);
  const auto index = static_cast<std::size_t>(at - borders.begin());
  borders.insert(at, place);
  for (RuledCell& cell : cells) {
    if (cell.*first >= index) {
      ++(cell.*first);
    } else if (std::size_t{cell.*first} + cell.*span >= index) {
      ++(cell.*span);
    }
  }
}

void AddRowBorder(Length top, RuledGrid& grid) {
  AddBorder(top, grid.rows, &RuledCell::row, &RuledCell::row_span, grid.cells);
}

void AddColumnBorder(Length left, RuledGrid& grid) {
  AddBorder(left, grid.columns, &RuledCell::column, &RuledCell::column_span,
            grid.cells);
}

// Moves the lines of `cell` for which `stays` is false to `added`, a new last
// cell.
template <typename Predicate>
void MoveLines(std::size_t cell, const RuledCell& added, Predicate stays,
               RuledTable& table) {
  LineRefs& lines = table.cells[cell];
  const auto moved = std::stable_partition(lines.begin(), lines.end(), stays);
  LineRefs rest(moved, lines.end());
  lines.erase(moved, lines.end());
  table.grid.cells.push_back(added);
  table.cells.push_back(std::move(rest));
}

void PartAboveRow(std::size_t cell, std::size_t row, RuledTable& table) {
  RuledCell& upper = table.grid.cells[cell];
  RuledCell lower = upper;
  lower.row = static_cast<std::uint16_t>(row);
  lower.row_span =
      static_cast<std::uint16_t>(upper.row + upper.row_span - lower.row);
  upper.row_span = static_cast<std::uint16_t>(lower.row - upper.row);
  const auto is_above = [top = table.grid.rows[row]](const Line* line) {
    return line->middle() < top;
  };
  MoveLines(cell, lower, is_above, table);
}

void PartBeforeColumn(std::size_t cell, std::size_t column, RuledTable& table) {
  RuledCell& left = table.grid.cells[cell];
  RuledCell right = left;
  right.column = static_cast<std::uint16_t>(column);
  right.column_span =
      static_cast<std::uint16_t>(left.column + left.column_span - right.column);
  left.column_span = static_cast<std::uint16_t>(right.column - left.column);
  const auto is_left = [place = table.grid.columns[column]](const Line* line) {
    return (line->left + line->right) / 2 < place;
  };
  MoveLines(cell, right, is_left, table);
}

// Whether a cell has texts side by side, one on either side of a border.
bool StandsBeside(const LineRefs& lines, Length border) {
  const auto is_left = [border](const Line* line) {
    return line->right <= border;
  };
  if (std::ranges::any_of(lines, [&](const Line* line) {
        return line->left < border && !is_left(line);
      })) {
    return false;
  }
  return std::ranges::any_of(MakeRows(lines), [&](const Row& row) {
    return is_left(row.lines.front()) && !is_left(row.lines.back());
  });
}

// Whether a cell over several rows has a separate line in each: numbers, which
// nobody breaks over lines, or three texts or more.
bool HasLineInEachRow(const RuledTable& table, std::size_t index) {
  constexpr std::size_t kManyRows = 3;
  const RuledCell& cell = table.grid.cells[index];
  const LineRefs& lines = table.cells[index];
  if (lines.size() != cell.row_span) return false;
  bool are_numbers = true;
  std::vector<bool> has_line(cell.row_span);
  for (const Line* line : lines) {
    are_numbers &= !HasLetters(line->text, 3);
    const auto row = std::ranges::upper_bound(table.grid.rows, line->middle()) -
                     table.grid.rows.begin() - 1 - cell.row;
    if (row >= 0 && row < cell.row_span) {
      has_line[static_cast<std::size_t>(row)] = true;
    }
  }
  return (are_numbers || lines.size() >= kManyRows) &&
         std::ranges::find(has_line, false) == has_line.end();
}

// Cells over the same columns, and their rows of lines.
struct CellGroup {
  std::vector<std::size_t> cells;
  std::vector<Row> rows;   // Those with several lines.
  std::size_t filled = 0;  // Cells.
  std::size_t parted = 0;  // Cells with such a row.
  std::size_t lines = 0;   // In these rows, and their bytes.
  std::size_t bytes = 0;
};

// The key is the first column and the number of columns.
using CellGroups = std::map<std::pair<std::size_t, std::size_t>, CellGroup>;

CellGroups GroupsOf(const RuledTable& table) {
  CellGroups groups;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const RuledCell& cell = table.grid.cells[i];
    CellGroup& group = groups[{cell.column, cell.column_span}];
    group.cells.push_back(i);
    if (table.cells[i].empty()) continue;
    ++group.filled;
    const std::size_t before = group.rows.size();
    for (Row& row : MakeRows(table.cells[i])) {
      if (!row.has_cells()) continue;
      for (const Line* line : row.lines) group.bytes += line->text.size();
      group.lines += row.lines.size();
      group.rows.push_back(std::move(row));
    }
    if (group.rows.size() > before) ++group.parted;
  }
  return groups;
}

// Returns the further columns that the words in a group's cells show: most of
// the cells have short texts side by side.
std::vector<Length> BordersIn(const CellGroup& group) {
  constexpr std::size_t kLongCell = 60;
  if (group.rows.size() < 3 || group.parted * 10 < group.filled * 6 ||
      group.bytes > group.lines * kLongCell) {
    return {};
  }
  const std::vector<Column> columns = FindColumns(group.rows);
  std::vector<Length> borders;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    borders.push_back((columns[i - 1].right + columns[i].left) / 2);
  }
  return borders;
}

// Returns the column that begins at or near a place, and nowhere else in the
// cells of a group; adds it if there is none.
std::size_t ColumnFrom(Length border, const RuledCell& cell, RuledGrid& grid) {
  constexpr Length kNear = Pixels(12);
  for (std::size_t c = cell.column + std::size_t{1};
       c < std::size_t{cell.column} + cell.column_span; ++c) {
    if (std::abs(grid.columns[c] - border) <= kNear) return c;
  }
  AddColumnBorder(border, grid);
  return static_cast<std::size_t>(
      std::ranges::lower_bound(grid.columns, border) - grid.columns.begin());
}

// Splits the cells of a group at a border that their lines do not cross.
void PartGroup(const std::vector<std::size_t>& cells, Length border,
               RuledTable& table) {
  RuledGrid& grid = table.grid;
  const RuledCell& first = grid.cells[cells.front()];
  if (border <= grid.columns[first.column] ||
      border >= grid.columns[std::size_t{first.column} + first.column_span]) {
    return;  // Words cross the border of the cell.
  }
  const std::size_t column =
      ColumnFrom(border, grid.cells[cells.front()], grid);
  const Length place = grid.columns[column];
  for (const std::size_t cell : cells) {
    const bool is_crossed =
        std::ranges::any_of(table.cells[cell], [place](const Line* line) {
          return line->left < place && line->right > place;
        });
    if (!is_crossed) PartBeforeColumn(cell, column, table);
  }
}

}  // namespace

// A cell over several columns may hold a heading and, below it, one text for
// each column: "Dose", centred, above "Adults" and "Children". Returns the
// height at which these texts begin; nothing for other cells.
std::optional<Length> BelowHeading(const RuledTable& table, std::size_t index) {
  const RuledCell& cell = table.grid.cells[index];
  if (cell.column_span == 1 || cell.row_span > 1) return std::nullopt;
  const std::vector<Row> rows = MakeRows(table.cells[index]);
  const Length left = table.grid.columns[cell.column];
  const Length right =
      table.grid.columns[std::size_t{cell.column} + cell.column_span];
  const auto is_heading = [&](const Row& row) {
    const Line& line = *row.lines.front();
    return !row.has_cells() &&
           std::abs(line.left + line.right - left - right) < (right - left) / 5;
  };
  const auto below = std::ranges::find_if_not(rows, is_heading);
  if (below == rows.begin() ||
      std::none_of(below, rows.end(), std::mem_fn(&Row::has_cells)) ||
      below->top <= table.grid.rows[cell.row] ||
      below->top >= table.grid.rows[cell.row + std::size_t{1}]) {
    return std::nullopt;
  }
  return below->top;
}

// Splits the cells of a row below such a heading. A cell beside it that covers
// several columns and has a line at that height is split there, too; every
// other cell covers both rows afterwards.
void PartBelowHeading(std::size_t index, RuledTable& table) {
  const std::size_t row = table.grid.cells[index].row;
  const auto top = BelowHeading(table, index);
  if (!top ||
      table.grid.row_count() * table.grid.column_count() >= kMaxGridPlaces) {
    return;
  }
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const RuledCell& cell = table.grid.cells[i];
    if (cell.row != row || cell.row_span > 1 || cell.column_span == 1) continue;
    const std::vector<Row> rows = MakeRows(table.cells[i]);
    if (std::ranges::any_of(rows, [top](const Row& each) {
          return std::abs(each.top - *top) < (each.bottom - each.top) / 2;
        })) {
      cells.push_back(i);
    }
  }
  AddRowBorder(*top, table.grid);
  for (const std::size_t cell : cells) PartAboveRow(cell, row + 1, table);
}

void PartCrowdedCells(RuledTable& table) {
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const RuledCell cell = table.grid.cells[i];
    if (table.cells[i].size() < 2) continue;
    PartBelowHeading(i, table);
    for (auto c = cell.column + cell.column_span - 1; c > cell.column; --c) {
      const auto column = static_cast<std::size_t>(c);
      if (StandsBeside(table.cells[i], table.grid.columns[column])) {
        PartBeforeColumn(i, column, table);
      }
    }
    if (cell.row_span == 1 || !HasLineInEachRow(table, i)) continue;
    for (auto r = cell.row + cell.row_span - 1; r > cell.row; --r) {
      PartAboveRow(i, static_cast<std::size_t>(r), table);
    }
  }
}

// Splits cells from the right border to the left: a cell keeps its index, and
// the part to the right of the border becomes a new cell.
void PartRuledColumns(RuledTable& table) {
  constexpr int kMostGroups = 16;
  for (int i = 0; i < kMostGroups; ++i) {
    bool is_parted = false;
    for (const auto& [place, group] : GroupsOf(table)) {
      std::vector<Length> borders = BordersIn(group);
      const std::size_t columns = table.grid.column_count() + borders.size();
      if (borders.empty() || columns > kMaxTableColumns ||
          columns * table.grid.row_count() > kMaxGridPlaces) {
        continue;
      }
      std::ranges::reverse(borders);
      for (const Length border : borders) {
        PartGroup(group.cells, border, table);
      }
      is_parted = true;
      break;
    }
    if (!is_parted) return;
  }
}

void PartRuledRows(RuledTable& table) {
  std::vector<Band> bands;
  std::size_t rows = 0;  // Of lines.
  for (std::size_t row = 0; row < table.grid.row_count(); ++row) {
    bands.push_back(BandOf(table, row));
    rows += bands.back().rows.size();
  }
  for (std::size_t row = bands.size(); row-- > 0;) {
    const Band& band = bands[row];
    if (!HoldsRows(band, rows)) continue;
    std::vector<std::size_t> starts = FindRowStarts(band.rows, band.columns);
    const std::size_t rows_after = table.grid.row_count() + starts.size();
    if (rows_after * table.grid.column_count() > kMaxGridPlaces) return;
    std::ranges::reverse(starts);
    for (const std::size_t start : starts) {
      const Length top = band.rows[start].top;
      if (start == 0 || top <= table.grid.rows[row] ||
          top >= table.grid.rows[row + 1]) {
        continue;
      }
      const std::size_t count = table.cells.size();
      AddRowBorder(top, table.grid);
      for (std::size_t i = 0; i < count; ++i) {
        const RuledCell& cell = table.grid.cells[i];
        if (cell.row == row && cell.row_span == 2) {
          PartAboveRow(i, row + 1, table);
        }
      }
    }
  }
}

}  // namespace answerbox::client::layout
