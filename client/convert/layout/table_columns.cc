#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/lines/characters.h"
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

namespace {

bool HasDigit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

// Whether a number begins the text: "12 mg", "<120", "≥ 140", "-0.5".
bool BeginsWithNumber(std::string_view text) {
  Cursor cursor(text);
  cursor.TakeWhile(
      [](char32_t c) { return !IsLetter(c) && (c < U'0' || c > U'9'); });
  return cursor.TakeDigits(1) > 0;
}

// A row with an entry in every column: a spanning cell has several.
using WideRow = std::vector<const LayoutCell*>;

std::vector<WideRow> Widened(const std::vector<LayoutRow>& rows) {
  struct Above {
    const LayoutCell* cell = nullptr;
    std::size_t rows_left = 0;
  };
  std::vector<Above> above(kMaxTableColumns);
  std::vector<WideRow> wide(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto cell = rows[r].begin();
    while (wide[r].size() < kMaxTableColumns) {
      Above& here = above[wide[r].size()];
      if (here.rows_left > 0) {
        --here.rows_left;
        wide[r].push_back(here.cell);
      } else if (cell != rows[r].end()) {
        here = {&*cell, cell->row_span - std::size_t{1}};
        wide[r].insert(wide[r].end(), cell->column_span, &*cell);
        ++cell;
      } else {
        break;
      }
    }
  }
  return wide;
}

// Returns the columns that hold only numbers in `rows`. The first column does
// not count, as it may number the rows.
std::vector<std::size_t> NumberColumns(std::span<const WideRow> rows) {
  constexpr std::size_t kFewest = 3;
  std::vector<std::size_t> columns;
  for (std::size_t c = 1; c < rows.front().size(); ++c) {
    std::size_t filled = 0;
    std::size_t numbers = 0;
    for (const WideRow& row : rows) {
      // The name of a group spans its columns.
      if (c >= row.size() || row[c]->text.empty() || row[c]->column_span > 1) {
        continue;
      }
      ++filled;
      if (BeginsWithNumber(row[c]->text)) ++numbers;
    }
    if (numbers >= kFewest && numbers == filled) columns.push_back(c);
  }
  return columns;
}

bool HasLook(const Row& row, const CellLook& look) {
  return std::ranges::all_of(row.lines, [&look](const Line* line) {
    return LookOfCell(*line) == look;
  });
}

}  // namespace

CellLook LookOfCell(const Line& line) {
  return {line.size, line.typeface, line.color, line.is_bold, line.is_italic};
}

std::size_t CountStyledHeadRows(std::span<const Row> rows,
                                std::span<const Column> columns) {
  constexpr std::size_t kMostLines = 6;
  const CellLook look = LookOfCell(*rows.front().lines.front());
  std::size_t count = 0;
  bool has_cells = false;
  while (count < std::min(rows.size(), kMostLines) &&
         HasLook(rows[count], look)) {
    const Row& row = rows[count];
    const Line& line = *row.lines.front();
    if (count > 0 && !row.has_cells() && ColumnOf(line, columns) == 0 &&
        row.top - rows[count - 1].bottom > Percent(line.size, 30)) {
      break;
    }
    has_cells |= row.has_cells();
    ++count;
  }
  const std::span<const Row> below = rows.subspan(count);
  const auto alike = static_cast<std::size_t>(std::ranges::count_if(
      below, [&look](const Row& row) { return HasLook(row, look); }));
  return has_cells && !below.empty() && alike * 5 <= below.size() ? count : 0;
}

std::size_t CountWordsOverNumbers(const std::vector<LayoutRow>& rows) {
  constexpr std::size_t kMostHeads = 3;
  const std::vector<WideRow> wide = Widened(rows);
  if (wide.empty()) return 0;
  const std::size_t width = wide.front().size();
  std::vector<bool> named(width);
  for (std::size_t r = 0; r < std::min(kMostHeads, wide.size()) &&
                          r + 1 < wide.size() && wide[r].size() == width;
       ++r) {
    const WideRow& row = wide[r];
    // A second row of the head leaves the place below the first head empty.
    if (r > 0 && row[0] != wide[0][0] && !row[0]->text.empty()) return 0;
    for (std::size_t c = 0; c < width; ++c) {
      if (HasDigit(row[c]->text)) return 0;
      if (!row[c]->text.empty()) named[c] = true;
    }
    if (std::ranges::find(named, false) != named.end()) continue;
    const auto numbers = NumberColumns(std::span(wide).subspan(r + 1));
    if (!numbers.empty()) return r + 1;
  }
  return 0;
}

namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kPair = 2;

// Whether it is one word with two capitals: "ANC", "PCPOSS", "HB/PHR".
bool IsAbbreviation(std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const auto capitals =
      std::ranges::count_if(text, [](char c) { return c >= 'A' && c <= 'Z'; });
  return text.size() <= kLongest && capitals >= 2 &&
         text.find(' ') == std::string_view::npos;
}

// Whether a pair of columns holds abbreviations and their meanings: four labels
// in five are abbreviations, and three meanings in five have several words. Not
// all, as lists also hold abbreviations of one capital and meanings of one
// word.
bool HoldsAbbreviations(const std::vector<LayoutRow>& rows, std::size_t label) {
  constexpr std::size_t kFewest = 4;
  std::size_t labels = 0;
  std::size_t abbreviations = 0;
  std::size_t meanings = 0;
  for (const LayoutRow& row : rows) {
    const std::string& text = row[label].text;
    if (text.empty()) continue;
    ++labels;
    if (IsAbbreviation(text)) ++abbreviations;
    if (row[label + 1].text.find(' ') != std::string::npos) ++meanings;
  }
  return labels >= kFewest && abbreviations * 5 >= labels * 4 &&
         meanings * 5 >= labels * 3;
}

// A head or a span shows that the four columns belong together.
bool IsOfFourColumns(const TableGrid& grid) {
  return grid.header_rows == 0 &&
         std::ranges::all_of(grid.rows, [](const LayoutRow& row) {
           return row.size() == kColumns &&
                  std::ranges::all_of(row, [](const LayoutCell& cell) {
                    return cell.column_span == 1 && cell.row_span == 1;
                  });
         });
}

}  // namespace

void StackAbbreviations(TableGrid& grid) {
  if (!IsOfFourColumns(grid) || !HoldsAbbreviations(grid.rows, 0) ||
      !HoldsAbbreviations(grid.rows, kPair)) {
    return;
  }
  std::vector<LayoutRow> stacked;
  for (std::size_t label = 0; label < kColumns; label += kPair) {
    const std::size_t begin = stacked.size();
    for (LayoutRow& row : grid.rows) {
      LayoutCell& meaning = row[label + 1];
      if (!row[label].text.empty()) {
        stacked.push_back({std::move(row[label]), std::move(meaning)});
      } else if (!meaning.text.empty() && stacked.size() > begin) {
        // This is a further line of the meaning above.
        stacked.back().back().text += ' ' + meaning.text;
      } else if (!meaning.text.empty()) {
        stacked.push_back({LayoutCell(), std::move(meaning)});
      }
    }
  }
  grid.rows = std::move(stacked);
  grid.is_stacked = true;
}

}  // namespace answerbox::client::layout
