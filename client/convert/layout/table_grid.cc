#include "client/convert/layout/table_grid.h"

#include <algorithm>
#include <string>

#include "client/convert/layout/bounds.h"
#include "client/convert/layout/characters.h"
#include "client/convert/layout/table_columns.h"
#include "client/convert/layout/written_signs.h"

namespace answerbox::client::layout {
namespace {

using Cells = std::vector<std::string>;

void AppendLine(std::string& cell, std::string_view text) {
  if (!cell.empty() && !text.empty()) cell += ' ';
  cell += text;
}

std::size_t CountFilled(const Cells& cells) {
  return cells.size() -
         static_cast<std::size_t>(std::ranges::count(cells, std::string()));
}

bool IsNumeric(const std::string& cell) {
  return !cell.empty() && !HasLetters(cell, 3);
}

// Tells which rows of lines begin a row of the table, and which go on with the
// cells of the one before.
class RowStarts {
 public:
  explicit RowStarts(std::span<const Row> rows) {
    std::vector<Length> gaps;
    std::vector<Length> sizes;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) gaps.push_back(rows[i].top - rows[i - 1].bottom);
      for (const Line* line : rows[i].lines) sizes.push_back(line->size);
    }
    std::ranges::sort(gaps);
    std::ranges::sort(sizes);
    const Length small_gap = gaps.empty() ? 0 : gaps[gaps.size() / 5];
    wide_gap_ = small_gap + Percent(sizes[sizes.size() / 2], 35);
  }

  [[nodiscard]] bool Starts(const Cells& cells, const Cells& before,
                            Length gap) const {
    const std::size_t filled = CountFilled(cells);
    const std::size_t columns = cells.size();
    const auto numbers = static_cast<std::size_t>(
        std::count_if(cells.begin() + 1, cells.end(), IsNumeric));
    // Numbers are never broken over lines.
    if (columns > 1 && filled * 10 >= columns * 6 &&
        numbers * 2 >= columns - 1) {
      return true;
    }
    if (gap > wide_gap_) return true;
    if (cells.front().empty()) return columns > 2 && filled * 4 >= columns * 3;
    if (filled > 1) return true;
    return before.front().empty() ||
           !(StartsSmall(cells.front()) || EndsOpen(before.front()));
  }

 private:
  Length wide_gap_;
};

}  // namespace

TableGrid MakeGrid(std::span<const Row> rows) {
  TableGrid grid;
  const std::vector<Column> columns = FindColumns(rows);
  if (columns.size() > kMaxTableColumns) return grid;
  const RowStarts starts(rows);
  std::vector<Cells> table;
  Cells before;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Cells cells(columns.size());
    for (const Line* line : rows[i].lines) {
      AppendLine(cells[ColumnOf(*line, columns)], FullText(*line));
    }
    if (i == 0 ||
        starts.Starts(cells, before, rows[i].top - rows[i - 1].bottom)) {
      table.push_back(cells);
    } else {
      for (std::size_t c = 0; c < cells.size(); ++c) {
        AppendLine(table.back()[c], cells[c]);
      }
    }
    before = std::move(cells);
  }
  for (Cells& cells : table) {
    LayoutRow row;
    for (std::string& cell : cells) row.push_back({std::move(cell), 1, 1});
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace answerbox::client::layout
