// Finds the grids that rules or grounds draw on a page: where rows and columns
// of a table begin and end, and which places each cell covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

// The first row and column that a cell covers, and how many, at least 1.
struct RuledCell {
  std::uint16_t row = 0;
  std::uint16_t column = 0;
  std::uint16_t row_span = 1;
  std::uint16_t column_span = 1;
};

struct RuledGrid {
  // The borders of rows and columns, including the outer edges; ascending.
  std::vector<Length> rows;
  std::vector<Length> columns;
  bool has_rules = false;              // Not the edges of grounds alone.
  std::vector<RuledCell> cells;        // By row, then by column.
  std::vector<std::uint32_t> cell_at;  // By place, row after row.

  [[nodiscard]] std::size_t row_count() const { return rows.size() - 1; }
  [[nodiscard]] std::size_t column_count() const { return columns.size() - 1; }
  [[nodiscard]] Length left() const { return columns.front(); }
  [[nodiscard]] Length right() const { return columns.back(); }
  [[nodiscard]] Length top() const { return rows.front(); }
  [[nodiscard]] Length bottom() const { return rows.back(); }

  // Returns the index of the cell at a place; nullopt outside of the grid.
  [[nodiscard]] std::optional<std::size_t> CellAt(Length x, Length y) const;
};

inline constexpr std::size_t kMaxGrids = 64;
// Rows times columns. A person could not read more on a page.
inline constexpr std::size_t kMaxGridPlaces = 10'000;

// Returns the grids of at least two cells, the largest first. The lines of a
// grid meet, or are horizontal rules of one width with words in columns between
// them, as `runs` shows. Grids may lie within each other. A side without a line
// ends where the lines that separate rows or columns end. Returns at most
// kMaxGrids; time is that of FindGridLines plus n log n in the runs.
[[nodiscard]] std::vector<RuledGrid> FindRuledGrids(
    const DrawnPage& drawn, const std::vector<Run>& runs);

// A line that a person sees around cells, a drawn rule or the edge of a ground:
// a horizontal one at height `place`, or a vertical one at `place` from the
// left.
struct GridLine {
  Length place = 0;
  Length begin = 0;
  Length end = 0;
  bool is_rule = true;  // Some of it is not the edge of a ground.
};

// Lines nearer than this meet.
inline constexpr Length kMeetingLines = Pixels(4);

struct GridLines {
  std::vector<GridLine> level;    // By place, then by begin.
  std::vector<GridLine> upright;  // By place, then by begin.
};

// Returns the lines of a page, with the pieces of one line joined. Empty if the
// page has so many lines that they are a drawing. Time grows as n log n in
// lines, and as the square of the grounds, whose number is bounded.
[[nodiscard]] GridLines FindGridLines(const DrawnPage& drawn);

struct RuledRuns {
  std::vector<std::vector<Run>> cells;  // As in the grid.
  std::vector<Run> others;              // Outside of the grid.
};

// Returns the runs in each cell of a grid. A run that crosses a rule is split
// there by the places of `words`.
[[nodiscard]] RuledRuns RunsInCells(const RuledGrid& grid,
                                    const WordPage& words,
                                    const std::vector<Run>& runs);

}  // namespace answerbox::client::layout
