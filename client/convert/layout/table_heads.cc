#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/cursor.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
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

}  // namespace answerbox::client::layout
