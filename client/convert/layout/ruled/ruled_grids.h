// Finds the grids that rules or grounds draw on a page: where rows and columns
// of a table begin and end, and which places each cell covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/ruled/grid_lines.h"

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

}  // namespace answerbox::client::layout
