#include "client/convert/document/table_groups.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/text/ascii.h"
#include "engine/text/text_block.h"

namespace answerbox::client {
namespace {

// A longer text in a first cell is no name.
constexpr std::size_t kMaxNameBytes = 120;
constexpr std::size_t kMaxSharedBytes = 400;
// Each cell that is put into a row moves those after it.
constexpr std::size_t kMaxSharedCells = 1000;

std::size_t FilledCells(const TableRow& row) {
  return static_cast<std::size_t>(std::ranges::count_if(
      row, [](const TableCell& cell) { return !cell.text.empty(); }));
}

bool IsFilledFirst(const TableRow& row) {
  return !row.empty() && row[0].column == 0 && !row[0].text.empty();
}

std::string FirstWordOf(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (!engine::IsLetter(c)) break;
    word += engine::ToLowerAscii(c);
  }
  return word;
}

// A sentence, a lead-in or text that continues the row before ("or", "then
// refer") does not name a group, nor does a total.
bool IsName(std::string_view text) {
  constexpr std::string_view kNoNames[] = {
      "and",  "or",    "plus", "then", "if",    "either",  "alternatively",
      "also", "total", "sum",  "note", "notes", "subtotal"};
  return !text.empty() && text.size() <= kMaxNameBytes &&
         !engine::IsOneOf(text.front(), ";,.:") &&
         !engine::IsOneOf(text.back(), ".!?;:,") &&
         std::ranges::find(kNoNames, FirstWordOf(text)) == std::end(kNoNames);
}

// Whether the text has digits and no letters, such as "1 200.50 %".
bool IsNumber(std::string_view text) {
  return std::ranges::any_of(text, engine::IsDigit) &&
         std::ranges::none_of(
             text, [](char c) { return engine::Is(c, engine::kLetterByte); });
}

// Counts down the budget of repeated text. A hostile table could have one long
// cell that spans thousands of rows.
class Repeats {
 public:
  bool Take(const TableCell& cell) {
    const std::size_t bytes = cell.text.size() + kOverhead;
    if (cell.text.size() > kMaxSharedBytes || bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  static constexpr std::size_t kOverhead = 16;  // Separator and block.
  std::size_t left_ = kMaxRepeatedBytes;
};

void Insert(TableCell cell, TableRow& row) {
  const auto at =
      std::ranges::lower_bound(row, cell.column, {}, &TableCell::column);
  // A cell that the file itself has in this place wins.
  if (at != row.begin() &&
      std::prev(at)->column + std::prev(at)->column_span > cell.column) {
    return;
  }
  if (at != row.end() && at->column < cell.column + cell.column_span) {
    if (at->column != cell.column || !at->text.empty()) return;
    if (const auto next = at + 1; next != row.end()) {
      cell.column_span =
          std::min(cell.column_span,
                   static_cast<std::uint32_t>(next->column - cell.column));
    }
    *at = std::move(cell);
    return;
  }
  row.insert(at, std::move(cell));
}

void RepeatSpans(std::vector<TableRow>& rows, std::size_t begin,
                 Repeats& repeats) {
  for (std::size_t r = begin; r < rows.size(); ++r) {
    if (rows[r].size() > kMaxSharedCells) continue;
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      TableCell copy = rows[r][i];
      const std::size_t end =
          std::min<std::size_t>(r + copy.row_span, rows.size());
      copy.row_span = 1;
      std::size_t done = r + 1;
      while (done < end && !copy.text.empty() && repeats.Take(copy)) {
        Insert(copy, rows[done++]);
      }
      if (done == end) rows[r][i].row_span = 1;
    }
  }
}

struct NameRow {
  bool is_name = false;
  bool is_across = false;  // One cell spans the table.
};

NameRow LookAt(const TableRow& row, std::size_t width) {
  if (!IsFilledFirst(row) || FilledCells(row) != 1) return {};
  std::string_view text = row[0].text;
  if (text.ends_with(':')) text.remove_suffix(1);
  if (!IsName(text)) return {};
  return {true, row[0].column_span >= width};
}

std::size_t WidthOf(const std::vector<TableRow>& rows) {
  std::size_t width = 0;
  for (const TableRow& row : rows) {
    if (row.empty()) continue;
    width = std::max(width, row.back().column + row.back().column_span);
  }
  return width;
}

// Returns which rows name the rows below them. A row with only a first cell may
// also be a row whose values are unknown. It is a name if the body begins with
// one, there are several, and none directly follows another.
std::vector<bool> NameRows(const std::vector<TableRow>& rows,
                           std::size_t begin) {
  const std::size_t width = WidthOf(rows);
  std::vector<bool> names(rows.size());
  if (width < 2) return names;
  std::size_t lone = 0;
  bool may_be_lone = begin < rows.size() && LookAt(rows[begin], width).is_name;
  for (std::size_t r = begin; r < rows.size(); ++r) {
    const NameRow row = LookAt(rows[r], width);
    const bool names_next =
        row.is_name && r + 1 < rows.size() && FilledCells(rows[r + 1]) > 1;
    names[r] = names_next;
    if (!row.is_name || row.is_across) continue;
    ++lone;
    may_be_lone = may_be_lone && names_next;
  }
  if (lone > 0 && (!may_be_lone || lone < 2)) {
    for (std::size_t r = begin; r < rows.size(); ++r) {
      names[r] = names[r] && LookAt(rows[r], width).is_across;
    }
  }
  return names;
}

// Returns whether there were such names.
bool RepeatNamesAcross(std::vector<TableRow>& rows, std::size_t begin,
                       Repeats& repeats) {
  const std::vector<bool> names = NameRows(rows, begin);
  if (std::ranges::find(names, true) == names.end()) return false;
  std::vector<TableRow> out;
  out.reserve(rows.size());
  std::optional<TableCell> name;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (names[r]) {
      name = {.text = std::move(rows[r][0].text)};
      continue;
    }
    for (TableCell& cell : rows[r]) ++cell.column;
    // A line across the table that is not a name, such as a remark, ends a
    // group.
    if (FilledCells(rows[r]) < 2) name.reset();
    if (name && repeats.Take(*name)) {
      rows[r].insert(rows[r].begin(), *name);
    }
    out.push_back(std::move(rows[r]));
  }
  rows = std::move(out);
  return true;
}

// Whether the row holds only sums: they stand below all rows, without a name.
bool IsRowOfSums(const TableRow& row) {
  return std::ranges::all_of(row, [](const TableCell& cell) {
    return cell.text.empty() || IsNumber(cell.text);
  });
}

// Whether a row of numbers names itself a total.
bool IsNamedTotal(const TableRow& row) {
  constexpr std::string_view kTotals[] = {"total", "sum", "subtotal"};
  bool is_named = false;
  for (const TableCell& cell : row) {
    if (cell.text.empty() || IsNumber(cell.text)) continue;
    if (std::ranges::find(kTotals, FirstWordOf(cell.text)) ==
        std::end(kTotals)) {
      return false;
    }
    is_named = true;
  }
  return is_named;
}

bool IsFlag(std::string_view text) {
  constexpr std::string_view kFlags[] = {"yes", "no",   "y",     "n",  "x",
                                         "ok",  "true", "false", "na", "n/a"};
  std::string lower;
  for (const char c : text.substr(0, 8)) lower += engine::ToLowerAscii(c);
  return std::ranges::none_of(text, engine::IsWordByte) ||
         std::ranges::find(kFlags, lower) != std::end(kFlags);
}

// Whether the first column names groups: the body begins with a name, each name
// stands once above its rows, and the rows are few enough for a reader to see
// the name. A column whose values recur, or are given seldom, says nothing
// where it is empty: repeating "no" from a row far above would be false.
bool NamesGroups(const std::vector<TableRow>& rows, std::size_t begin) {
  constexpr std::size_t kMostRows = 60;
  if (begin == rows.size() || !IsFilledFirst(rows[begin])) return false;
  std::set<std::string_view> names;
  std::size_t filled = 0;
  std::size_t repeated = 0;
  std::size_t last = begin;
  for (std::size_t r = begin; r < rows.size(); ++r) {
    if (r - last > kMostRows) return false;
    if (!IsFilledFirst(rows[r])) continue;
    const std::string& name = rows[r][0].text;
    if (IsFlag(name)) return false;
    repeated += r == last + 1 && name == rows[last][0].text;
    names.insert(name);
    ++filled;
    last = r;
  }
  return repeated < 2 && 2 * names.size() > filled;
}

void RepeatFirstCells(std::vector<TableRow>& rows, std::size_t begin,
                      Repeats& repeats) {
  if (!NamesGroups(rows, begin)) return;
  std::size_t empty = 0;
  std::size_t totals = 0;
  for (std::size_t r = begin; r < rows.size(); ++r) {
    empty += !IsFilledFirst(rows[r]);
    totals += IsNamedTotal(rows[r]);
  }
  std::optional<TableCell> name;
  std::size_t beside = 0;  // Cells that the name's own row fills.
  for (std::size_t r = begin; r < rows.size(); ++r) {
    TableRow& row = rows[r];
    if (IsFilledFirst(row)) {
      name.reset();
      if (IsName(row[0].text)) {
        name = {.text = row[0].text, .flags = row[0].flags};
        beside = FilledCells(row);
      }
      continue;
    }
    // A fuller row belongs to no group: its cells have shifted, or it stands
    // for itself.
    if (beside > 1 && FilledCells(row) > beside) name.reset();
    // A single total among several groups is that of its group.
    const bool is_sum =
        r + 1 == rows.size() && ((empty == 1 && IsRowOfSums(row)) ||
                                 (totals == 1 && IsNamedTotal(row)));
    if (!name || is_sum || FilledCells(row) == 0) continue;
    if (repeats.Take(*name)) Insert(*name, row);
  }
}

// Returns how many of the first rows head the columns: all their cells are
// heads.
std::size_t HeadRowsOf(const std::vector<TableRow>& rows) {
  std::size_t heads = 0;
  while (heads < rows.size() && FilledCells(rows[heads]) > 0 &&
         std::ranges::all_of(rows[heads], [](const TableCell& cell) {
           return cell.text.empty() || (cell.flags & engine::kHeadsColumn) != 0;
         })) {
    ++heads;
  }
  return heads;
}

}  // namespace
void RepeatGroups(std::vector<TableRow>& rows) {
  const std::size_t begin = HeadRowsOf(rows);
  Repeats repeats;
  RepeatSpans(rows, begin, repeats);
  if (!RepeatNamesAcross(rows, begin, repeats)) {
    RepeatFirstCells(rows, begin, repeats);
  }
}

void WriteTableRow(const TableRow& row, std::uint32_t number,
                   BlockWriter& writer) {
  const auto span = [](std::uint32_t count) {
    return static_cast<std::uint16_t>(
        std::min<std::uint32_t>(count, engine::kMaxCellSpan));
  };
  writer.Line();
  writer.Begin({.row = number, .kind = engine::TextBlockKind::kRow});
  bool is_first = true;
  for (const TableCell& cell : row) {
    if (!std::exchange(is_first, false)) writer.CellSeparator();
    // A block has 16 bits for its column. The words of further cells stay as
    // text of the row.
    if (cell.column + cell.column_span >
        std::numeric_limits<std::uint16_t>::max()) {
      writer.Flowing(cell.text);
      continue;
    }
    writer.Begin({.row = number,
                  .column = static_cast<std::uint16_t>(cell.column),
                  .row_span = span(cell.row_span),
                  .column_span = span(cell.column_span),
                  .kind = engine::TextBlockKind::kCell,
                  .flags = cell.flags});
    writer.Flowing(cell.text);
    writer.End();
  }
  writer.End();
}

void WriteTableRows(const std::vector<TableRow>& rows, BlockWriter& writer) {
  std::uint32_t number = 0;
  for (const TableRow& row : rows) WriteTableRow(row, number++, writer);
}

}  // namespace answerbox::client
