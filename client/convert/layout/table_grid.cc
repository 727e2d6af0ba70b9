#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/written_signs.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

// One row of a table: its cells by column. A cell that spans columns is listed
// in the first of them.
struct GridRow {
  std::vector<std::string> cells;
  std::vector<std::uint16_t> spans;
  std::vector<std::uint16_t> row_spans;
  bool is_marked = false;  // A mark such as "ii." begins the first cell.
  std::size_t first = 0;   // The index of its first row of lines.

  explicit GridRow(std::size_t columns)
      : cells(columns), spans(columns, 1), row_spans(columns, 1) {}

  [[nodiscard]] std::size_t filled() const {
    return cells.size() -
           static_cast<std::size_t>(std::ranges::count(cells, std::string()));
  }
  // Counts the cells of numbers after the first column.
  [[nodiscard]] std::size_t numbers() const {
    return static_cast<std::size_t>(std::count_if(
        cells.begin() + 1, cells.end(), [](const std::string& cell) {
          return !cell.empty() && !HasLetters(cell, 3);
        }));
  }
  [[nodiscard]] bool has_span() const {
    return std::ranges::any_of(spans, [](std::uint16_t n) { return n > 1; });
  }
  // Whether `below` has text where a cell of this row spans.
  [[nodiscard]] bool SpansTextOf(const GridRow& below) const {
    for (std::size_t i = 0; i < cells.size(); i += spans[i]) {
      for (std::size_t k = i + 1; k < i + spans[i]; ++k) {
        if (!below.cells[k].empty()) return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool is_empty_at_first() const { return cells.front().empty(); }
  [[nodiscard]] bool starts_small() const {
    return !is_marked && StartsSmall(cells.front());
  }
};

void AppendLine(std::string& cell, std::string_view text) {
  if (!cell.empty() && !text.empty()) cell += ' ';
  cell += text;
}

// Whether two rows of lines fill different columns, or only the first. A cell
// that is centred beside two lines of others fills columns that they leave
// empty.
bool AreApart(const GridRow& a, const GridRow& b) {
  bool only_first = true;
  for (std::size_t i = 1; i < a.cells.size(); ++i) {
    if (a.cells[i].empty()) continue;
    only_first = false;
    if (!b.cells[i].empty()) return false;
  }
  return only_first || a.is_empty_at_first();
}

// Decides which rows of lines begin a row of the table, and which continue the
// cells of the row before.
class RowStarts {
 public:
  RowStarts(std::span<const Row> rows, std::span<const Column> columns) {
    std::vector<Length> gaps;
    std::vector<Length> column_gaps;
    std::vector<Length> sizes;
    std::vector<std::optional<Length>> bottoms(columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) gaps.push_back(rows[i].top - rows[i - 1].bottom);
      for (const Line* line : rows[i].lines) {
        sizes.push_back(line->size);
        std::optional<Length>& bottom = bottoms[ColumnOf(*line, columns)];
        if (bottom) column_gaps.push_back(line->top - *bottom);
        bottom = line->bottom;
      }
    }
    std::ranges::sort(gaps);
    std::ranges::sort(column_gaps);
    std::ranges::sort(sizes);
    const Length size = sizes[sizes.size() / 2];
    // The gaps between lines of one cell are the smallest: a fifth of all gaps,
    // even in a table of short cells.
    Length small_gap = gaps.empty() ? 0 : gaps[gaps.size() / 5];
    // If lines of two columns stand at different heights, rows of lines
    // overlap. Then only the gaps within a column show how close the lines of a
    // cell are.
    if (small_gap < -Percent(size, 30) && !column_gaps.empty()) {
      small_gap = column_gaps[column_gaps.size() / 5];
    }
    const Length usual_gap = gaps.empty() ? 0 : gaps[gaps.size() / 2];
    wide_gap_ = small_gap + Percent(size, 35);
    overlap_ = std::min(usual_gap, 0) - Percent(size, 30);
  }

  //   before      the row of lines before
  //   current     the row of the table so far
  //   is_in_head  no row so far has its first cell filled
  [[nodiscard]] bool Starts(const GridRow& row, const GridRow& before,
                            const GridRow& current, bool is_in_head,
                            Length gap) const {
    // From the surest sign to the weakest. A false start cuts a cell in two,
    // which readers can see; a missed one merges two rows, which is worse.
    const std::size_t filled = row.filled();
    const std::size_t columns = row.cells.size();
    // The headings of the single columns stand below one over several columns.
    if (current.SpansTextOf(row)) return true;
    // A cell centred beside two lines of others.
    if (gap < overlap_ && AreApart(row, current)) return false;
    // Numbers are never broken over lines.
    if (columns > 1 && filled * 10 >= columns * 6 &&
        row.numbers() * 2 >= columns - 1) {
      return true;
    }
    if (gap > wide_gap_) return true;
    if (row.is_empty_at_first()) {
      // The headings of the single columns, as above.
      if (is_in_head && before.has_span()) return true;
      // A heading of several lines fills the same columns.
      if (is_in_head && filled == before.filled()) return false;
      return columns > 2 && filled * 4 >= columns * 3;
    }
    const std::string& above = current.cells.front();
    if (filled > 1) {
      // Text continues in the first cell, and maybe beside it.
      return row.numbers() > 0 || !row.starts_small() || above.empty() ||
             EndsWithPunctuation(above);
    }
    return above.empty() || !(row.starts_small() || EndsOpen(above));
  }

 private:
  Length wide_gap_;
  Length overlap_;
};

// Finds rows of lines that continue a marked first cell, such as a note in the
// entry of a checklist: they stand below its text, not below its mark.
class HangingCell {
 public:
  // Called when a row of the table begins with this row of lines.
  void Begin(const Row& row, std::span<const Column> columns) {
    const Line& first = *row.lines.front();
    marked_ = ColumnOf(first, columns) == 0 ? &first : nullptr;
  }

  //   cells    those of `row`
  //   current  the row of the table so far
  //   gap      between `row` and the row of lines before
  [[nodiscard]] bool Holds(const Row& row, const GridRow& cells,
                           const GridRow& current, Length gap) const {
    const Line& first = *row.lines.front();
    if (marked_ == nullptr || cells.is_empty_at_first() ||
        !HangsBelow(first, *marked_) || gap > Percent(first.size, 75) ||
        cells.numbers() > 0) {
      return false;
    }
    bool fills_others = false;  // Cells that have text already.
    for (std::size_t i = 1; i < cells.cells.size(); ++i) {
      fills_others |= !cells.cells[i].empty() && !current.cells[i].empty();
    }
    const std::string& above = current.cells.front();
    return !fills_others || (cells.starts_small() &&
                             (EndsOpen(above) || !EndsWithPunctuation(above)));
  }

 private:
  const Line* marked_ = nullptr;  // The first line of the cell.
};

// The columns, by index, that a heading is centred over.
struct ColumnRange {
  std::size_t first;
  std::size_t last;
};

// Returns the widest range of columns that a heading is centred over, between
// the ends of its neighbours. Tries all ranges around the heading's own column,
// up to kMaxTableColumns squared, but only for rows of the head.
ColumnRange SpanOf(const Line& cell, std::span<const Column> columns,
                   Length after, Length before) {
  const std::size_t column = ColumnOf(cell, columns);
  ColumnRange best{column, column};
  const std::int64_t middle = std::int64_t{cell.left} + cell.right;
  for (std::size_t first = column + 1; first-- > 0;) {
    if (columns[first].left < after) break;
    for (std::size_t last = column; last < columns.size(); ++last) {
      if (columns[last].right > before) break;
      const std::int64_t centre =
          std::int64_t{columns[first].left} + columns[last].right;
      const Length tolerance =
          std::max(Pixels(8), (columns[last].right - columns[first].left) / 10);
      if (std::llabs(centre - middle) <= tolerance &&
          last - first > best.last - best.first) {
        best = {first, last};
      }
    }
  }
  return best;
}

// Returns the cells of a row of lines. With `may_span`, looks for headings over
// several columns.
GridRow CellsOf(const Row& row, std::span<const Column> columns,
                bool may_span) {
  GridRow cells(columns.size());
  for (std::size_t i = 0; i < row.lines.size(); ++i) {
    const Line& line = *row.lines[i];
    std::size_t column = ColumnOf(line, columns);
    if (may_span) {
      const Length after = i == 0 ? -kMaxLength : row.lines[i - 1]->right;
      const Length before =
          i + 1 == row.lines.size() ? kMaxLength : row.lines[i + 1]->left;
      const ColumnRange range = SpanOf(line, columns, after, before);
      if (range.last > range.first && cells.cells[range.first].empty()) {
        column = range.first;
        cells.spans[column] =
            static_cast<std::uint16_t>(range.last - range.first + 1);
      }
    }
    if (column == 0 && i == 0) cells.is_marked = !line.mark.empty();
    AppendLine(cells.cells[column], FullText(line));
  }
  return cells;
}

// Counts the rows of lines before the first that has numbers, or fills its
// first cell and most others. A head names what the rows below contain, so it
// has few numbers and leaves the place above the names of rows empty. A table
// in which no row looks like data has no head.
std::size_t CountBareHeadRows(std::span<const Row> rows,
                              std::span<const Column> columns) {
  std::size_t count = 0;
  for (const Row& row : rows) {
    const GridRow cells = CellsOf(row, columns, false);
    if (cells.numbers() > 0 ||
        (!cells.is_empty_at_first() && cells.filled() * 2 > columns.size())) {
      return count;
    }
    ++count;
  }
  return 0;
}

bool StartsWithDigit(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

// Returns the text after the number that it begins with.
std::string_view UnitOf(std::string_view text) {
  return text.substr(
      std::min(text.find_first_not_of("0123456789.,"), text.size()));
}

// Finds how many of the first rows of lines are a table's head, by two signs:
// their type, and an empty corner.
class HeadLines {
 public:
  HeadLines(std::span<const Row> rows, std::span<const Column> columns)
      : rows_(rows),
        styled_(CountStyledHeadRows(rows, columns)),
        bare_(CountBareHeadRows(rows, columns)),
        count_(styled_ > 0 ? styled_ : bare_) {}

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool is_styled() const { return styled_ > 0; }

  // Whether headings over several columns may stand in a row of lines. The
  // lines of a single heading are close together.
  [[nodiscard]] bool MaySpan(std::size_t row) const {
    return row < bare_ ||
           (row + 1 < styled_ && GapBefore(row + 1) > Percent(SizeOf(row), 30));
  }

  // Whether the type shows that the data begin with a row of lines, whose cells
  // are `cells`. Beside a centred cell of the head, its other cells may be of
  // another type.
  [[nodiscard]] bool EndsBefore(std::size_t row, const GridRow& cells) const {
    return styled_ > 0 && row == styled_ && !cells.is_empty_at_first() &&
           GapBefore(row) > -Percent(SizeOf(row), 30);
  }

  // Whether rows of a group may stand there, as the head has certainly ended.
  [[nodiscard]] bool AllowsGroupAt(std::size_t row) const {
    return row > count_ || (styled_ > 0 && row == styled_);
  }

 private:
  [[nodiscard]] Length GapBefore(std::size_t row) const {
    return rows_[row].top - rows_[row - 1].bottom;
  }
  [[nodiscard]] Length SizeOf(std::size_t row) const {
    return rows_[row].lines.front()->size;
  }

  std::span<const Row> rows_;
  std::size_t styled_;
  std::size_t bare_;
  std::size_t count_;
};

// Finds rows of a group, whose name stands only in the first cell of its first
// row. Lines that continue the cells above leave the first cell empty, too.
class GroupRows {
 public:
  GroupRows(std::span<const Row> rows, std::span<const Column> columns)
      : columns_(columns), above_(columns.size()) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (ColumnOf(*rows[i].lines.front(), columns) > 0) continue;
      const Length step = rows[i].top - rows[i - 1].top;
      least_step_ = least_step_ > 0 ? std::min(least_step_, step) : step;
    }
  }

  // Whether a row of lines with an empty first cell, `step` below the one
  // before, is a row of the table. It must fill all other columns and be no
  // closer than rows are. Besides, it must have a number below a number, or its
  // first words must have had room in the cells above. In a table of two
  // columns only a number with the same unit counts.
  [[nodiscard]] bool Begins(const Row& row, const GridRow& cells,
                            Length step) const {
    if (columns_.size() < 2 || !cells.is_empty_at_first() ||
        cells.filled() + 1 < columns_.size() ||
        step < Percent(least_step_, 90)) {
      return false;
    }
    bool had_room = true;
    for (const Line* cell : row.lines) {
      const std::size_t column = ColumnOf(*cell, columns_);
      const Line* above = above_[column];
      if (above == nullptr) return false;
      if (StartsWithDigit(cell->text) && StartsWithDigit(above->text)) {
        return columns_.size() > 2 || UnitOf(cell->text) == UnitOf(above->text);
      }
      if (column + 1 == columns_.size()) continue;
      const std::string_view word = cell->text.substr(0, cell->text.find(' '));
      const auto width = static_cast<Length>(
          std::int64_t{cell->width()} * static_cast<std::int64_t>(word.size()) /
          static_cast<std::int64_t>(
              std::max<std::size_t>(1, cell->text.size())));
      had_room &=
          above->right + width + 2 * cell->size < columns_[column + 1].left;
    }
    return had_room && columns_.size() > 2;
  }

  void Add(const Row& row, bool is_new) {
    if (is_new) std::ranges::fill(above_, nullptr);
    for (const Line* cell : row.lines) above_[ColumnOf(*cell, columns_)] = cell;
  }

 private:
  std::span<const Column> columns_;
  std::vector<const Line*> above_;  // The last line of each cell.
  Length least_step_ = 0;           // Between rows of lines with a first cell.
};

// Whether a line alone in its row names the rows below: it differs in type from
// the first cell below, or reaches over the second column.
bool NamesGroup(const Row& row, const Row& below,
                std::span<const Column> columns) {
  const Line& line = *row.lines.front();
  const Line& next = *below.lines.front();
  return columns.size() > 1 && !row.has_cells() && below.has_cells() &&
         ColumnOf(line, columns) == 0 && ColumnOf(next, columns) == 0 &&
         (LookOfCell(line) != LookOfCell(next) || line.right > columns[1].left);
}

// Whether row of lines `i`, a line alone below a first cell, continues that
// cell: it is clearly closer to the cell than to the row below. The name of a
// group is at least as close to its own rows as to those above.
bool EndsFirstCell(std::span<const Row> rows, std::size_t i,
                   std::span<const Column> columns) {
  if (i == 0 || i + 1 == rows.size() || rows[i].has_cells() ||
      !rows[i - 1].has_cells()) {
    return false;
  }
  const Line& line = *rows[i].lines.front();
  const Line& above = *rows[i - 1].lines.front();
  const Length gap = rows[i].top - rows[i - 1].bottom;
  return ColumnOf(line, columns) == 0 && ColumnOf(above, columns) == 0 &&
         line.mark.empty() && line.size == above.size &&
         line.is_bold == above.is_bold && gap < Percent(line.size, 30) &&
         rows[i + 1].top - rows[i].bottom > gap + Percent(line.size, 25);
}

// Finds cells that two rows of a table share: their line stands half-way
// between the rows, where a separate row would not fit.
class SharedCells {
 public:
  explicit SharedCells(std::span<const Row> rows) : rows_(rows) {}

  // Called when the row of lines `i` continues the last row of `table`.
  void Add(std::size_t i, const GridRow& cells,
           const std::vector<GridRow>& table) {
    // A number between rows belongs to another table beside this one.
    if (i + 1 >= rows_.size() || rows_[i].has_cells() ||
        !HasLetters(rows_[i].lines.front()->text, 3)) {
      return;
    }
    const Row& above = rows_[i - 1];
    const Row& row = rows_[i];
    const Row& below = rows_[i + 1];
    const Length size = row.lines.front()->size;
    const Length middle = above.top + above.bottom + below.top + below.bottom;
    const auto filled = std::ranges::find_if(
        cells.cells, [](const std::string& cell) { return !cell.empty(); });
    const auto column = static_cast<std::size_t>(filled - cells.cells.begin());
    if (below.top - above.bottom <= row.bottom - row.top &&
        std::abs(2 * (row.top + row.bottom) - middle) <= size &&
        table.back().cells[column].empty()) {
      found_.emplace_back(table.size() - 1, column);
    }
  }

  // The next row must leave the place empty; otherwise the cell has further
  // lines.
  void SetSpans(std::vector<GridRow>& table) const {
    for (const auto& [row, column] : found_) {
      if (row + 1 < table.size() && table[row + 1].cells[column].empty()) {
        table[row].row_spans[column] = 2;
      }
    }
  }

 private:
  std::span<const Row> rows_;
  std::vector<std::pair<std::size_t, std::size_t>> found_;  // Row and column.
};

// Returns the finished row. Text in a place that a cell spans is added to that
// cell, so that no word of a table is lost even if columns were found wrongly.
//   covered  by column, how many further rows a cell above spans; kept up to
//            date
LayoutRow Finished(GridRow&& row, std::vector<std::uint16_t>& covered) {
  LayoutRow finished;
  for (std::size_t i = 0; i < row.cells.size(); i += row.spans[i]) {
    if (covered[i] > 0 && row.cells[i].empty()) {
      --covered[i];
      continue;
    }
    for (std::size_t k = i + 1; k < i + row.spans[i]; ++k) {
      AppendLine(row.cells[i], row.cells[k]);
    }
    covered[i] = static_cast<std::uint16_t>(row.row_spans[i] - 1);
    finished.push_back(
        {std::move(row.cells[i]), row.spans[i], row.row_spans[i]});
  }
  return finished;
}

// Combines rows of lines into the rows of the table.
std::vector<GridRow> RowsOf(std::span<const Row> rows,
                            std::span<const Column> columns,
                            const WordJoiner& joiner, TableGrid& grid) {
  const RowStarts starts(rows, columns);
  const HeadLines head(rows, columns);
  grid.is_head_styled = head.is_styled();
  std::vector<GridRow> table;
  HangingCell hanging;
  GroupRows groups(rows, columns);
  SharedCells shared(rows);
  GridRow before(columns.size());
  bool is_in_head = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    GridRow row = CellsOf(rows[i], columns, head.MaySpan(i));
    is_in_head &= row.is_empty_at_first();
    const Length gap = i == 0 ? 0 : rows[i].top - rows[i - 1].bottom;
    const Length step = i == 0 ? 0 : rows[i].top - rows[i - 1].top;
    const bool is_new =
        i == 0 || head.EndsBefore(i, row) ||
        (!EndsFirstCell(rows, i, columns) &&
         !hanging.Holds(rows[i], row, table.back(), gap) &&
         (starts.Starts(row, before, table.back(), is_in_head, gap) ||
          (head.AllowsGroupAt(i) && groups.Begins(rows[i], row, step))));
    groups.Add(rows[i], is_new);
    if (is_new) {
      table.push_back(row);
      table.back().first = i;
      hanging.Begin(rows[i], columns);
      if (i >= head.count() && i + 1 < rows.size() &&
          NamesGroup(rows[i], rows[i + 1], columns)) {
        table.back().spans[0] = static_cast<std::uint16_t>(columns.size());
      }
    } else {
      shared.Add(i, row, table);
      for (std::size_t c = 0; c < row.cells.size(); ++c) {
        if (!row.cells[c].empty()) {
          joiner.Append(table.back().cells[c], row.cells[c]);
        }
      }
    }
    if (i < head.count()) grid.header_rows = table.size();
    before = std::move(row);
  }
  shared.SetSpans(table);
  return table;
}

}  // namespace

std::vector<std::size_t> FindRowStarts(std::span<const Row> rows,
                                       std::span<const Column> columns) {
  TableGrid grid;
  std::vector<std::size_t> starts;
  for (const GridRow& row : RowsOf(rows, columns, WordJoiner(), grid)) {
    starts.push_back(row.first);
  }
  return starts;
}

TableGrid MakeGrid(std::span<const Row> rows, const WordJoiner& joiner) {
  TableGrid grid;
  const std::vector<Column> columns = FindColumns(rows);
  if (columns.size() > kMaxTableColumns) {
    // A person could not read such a table: each row of lines becomes one cell.
    for (const Row& row : rows) {
      LayoutCell cell;
      for (const Line* line : row.lines) AppendLine(cell.text, FullText(*line));
      grid.rows.push_back({std::move(cell)});
    }
    return grid;
  }
  std::vector<GridRow> table = RowsOf(rows, columns, joiner, grid);
  std::vector<std::uint16_t> covered(columns.size());
  for (GridRow& row : table) {
    grid.rows.push_back(Finished(std::move(row), covered));
  }
  if (grid.header_rows == 0) {
    grid.header_rows = CountWordsOverNumbers(grid.rows);
  }
  return grid;
}

}  // namespace answerbox::client::layout
