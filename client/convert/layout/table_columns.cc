#include <algorithm>
#include <cstdlib>
#include <utility>

#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

// Returns the rows that have about as many cells as the table has columns,
// which is the median of the rows' cells. Other rows hold headings over several
// columns, and ends of cells.
std::vector<const Row*> FullRows(std::span<const Row> rows) {
  std::vector<std::size_t> counts;
  for (const Row& row : rows) {
    if (row.has_cells()) counts.push_back(row.lines.size());
  }
  std::ranges::sort(counts);
  const std::size_t usual = counts.empty() ? 2 : counts[counts.size() / 2];
  std::vector<const Row*> full;
  for (const Row& row : rows) {
    if (row.lines.size() >= std::max<std::size_t>(2, usual)) {
      full.push_back(&row);
    }
  }
  return full;
}

// Returns the stretches that more than `tolerated` cells cover. Sweeps over the
// edges of all cells; half a pixel is taken off their right ends, as rounding
// makes touching boxes overlap.
std::vector<Column> Covered(const std::vector<const Row*>& rows,
                            int tolerated) {
  std::vector<std::pair<Length, int>> edges;
  for (const Row* row : rows) {
    for (const Line* cell : row->lines) {
      edges.emplace_back(cell->left, 1);
      edges.emplace_back(cell->right - Pixels(1) / 2, -1);
    }
  }
  std::ranges::sort(edges);
  std::vector<Column> covered;
  int open = 0;
  bool is_open = false;
  for (const auto& [place, change] : edges) {
    open += change;
    if (open > tolerated && !is_open) {
      covered.push_back({place, place});
      is_open = true;
    } else if (open <= tolerated && is_open) {
      covered.back().right = place;
      is_open = false;
    }
  }
  return covered;
}

bool Touches(std::span<const Column> columns, const Line& cell) {
  return std::ranges::any_of(columns, [&cell](const Column& column) {
    return Overlap(cell.left, cell.right, column.left, column.right) >
           -Pixels(1);
  });
}

// Adds columns that only a few rows fill, which Covered() does not find.
void AddSparseColumns(const std::vector<const Row*>& rows,
                      std::vector<Column>& columns) {
  std::vector<Column> sparse;
  for (const Row* row : rows) {
    for (const Line* cell : row->lines) {
      if (!Touches(columns, *cell)) sparse.push_back({cell->left, cell->right});
    }
  }
  std::ranges::sort(sparse, {}, &Column::left);
  std::vector<Column> apart;
  for (const Column& column : sparse) {
    if (!apart.empty() && column.left <= apart.back().right + Pixels(1)) {
      continue;
    }
    apart.push_back(column);
  }
  columns.insert(columns.end(), apart.begin(), apart.end());
  std::ranges::sort(columns, {}, &Column::left);
}

Length MedianSize(std::span<const Row> rows) {
  std::vector<Length> sizes;
  for (const Row& row : rows) {
    for (const Line* line : row.lines) sizes.push_back(line->size);
  }
  std::ranges::sort(sizes);
  return sizes[sizes.size() / 2];
}

// Joins columns whose gap is narrower than `sliver`: such a gap is within a
// cell.
std::vector<Column> WithoutSlivers(const std::vector<Column>& columns,
                                   Length sliver) {
  std::vector<Column> merged;
  for (const Column& column : columns) {
    if (!merged.empty() && column.left - merged.back().right < sliver) {
      merged.back().right = column.right;
    } else {
      merged.push_back(column);
    }
  }
  return merged;
}

}  // namespace

std::vector<Column> FindColumns(std::span<const Row> rows) {
  // In a table of many rows, a few cells may reach over the gap.
  constexpr std::size_t kManyRows = 8;
  const std::vector<const Row*> full = FullRows(rows);
  const int tolerated =
      full.size() > kManyRows ? static_cast<int>(full.size() * 12 / 100) : 0;
  std::vector<Column> columns = Covered(full, tolerated);
  if (tolerated > 0) AddSparseColumns(full, columns);
  columns = WithoutSlivers(columns, Percent(MedianSize(rows), 35));
  if (columns.empty()) {
    columns.push_back({rows[0].lines[0]->left, rows[0].lines[0]->right});
  }
  return columns;
}

// Goes from the left, as a cell that reaches beyond its column reaches to the
// right. A cell that overlaps no column belongs to the one with the nearest
// middle.
std::size_t ColumnOf(const Line& cell, std::span<const Column> columns) {
  std::size_t best = 0;
  Length most = 0;
  Length nearest = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    const Length overlap =
        Overlap(cell.left, cell.right, column.left, column.right);
    const Length narrower = std::min(cell.width(), column.right - column.left);
    if (overlap > 0 && overlap > Percent(narrower, 30)) return i;
    const Length distance = std::abs((cell.left + cell.right) / 2 -
                                     (column.left + column.right) / 2);
    const bool is_better =
        overlap > 0 ? overlap > most : most == 0 && distance < nearest;
    if (i == 0 || is_better) {
      best = i;
      nearest = distance;
      most = std::max(overlap, 0);
    }
  }
  return best;
}

bool HangsBelow(const Line& line, const Line& marked) {
  // The place of the text after a mark may be an estimate.
  const Length size = line.size;
  return !marked.mark.empty() && line.mark.empty() &&
         line.left >
             std::min(marked.text_left - size / 2, marked.left + size) &&
         line.left < marked.text_left + 3 * size;
}

}  // namespace answerbox::client::layout
