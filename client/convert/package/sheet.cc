#include "client/convert/package/sheet.h"

#include <algorithm>
#include <limits>
#include <span>

#include "engine/text/text_block.h"

namespace answerbox::client::package {
namespace {

using Kind = engine::TextBlockKind;
using Rows = std::span<const SheetRow>;

constexpr std::size_t kLongBytes = 60;  // Of a line that is no cell.

bool IsYear(const SheetCell& cell) {
  return cell.text.size() == 4 &&
         (cell.text.starts_with("19") || cell.text.starts_with("20"));
}

bool HasNumbers(const SheetRow& row) {
  return std::any_of(
      row.cells.begin(), row.cells.end(),
      [](const SheetCell& cell) { return cell.is_number && !IsYear(cell); });
}

bool IsHead(Rows rows) {
  return rows.size() > 1 && rows.front().cells.size() > 1 &&
         !rows.front().cells.front().is_number && !HasNumbers(rows.front());
}

void WriteLine(const SheetRow& row, BlockWriter& writer) {
  writer.Block();
  for (const SheetCell& cell : row.cells) {
    writer.Flowing(cell.text);
    writer.Space();
  }
  writer.Block();
}

// How many of `rows` a cell that begins in the first of them takes. Rows
// without words are not written, so they do not count.
std::size_t RowSpan(Rows rows, const SheetCell& cell) {
  const std::int64_t end = std::int64_t{rows.front().number} + cell.rows;
  const auto past =
      std::lower_bound(rows.begin() + 1, rows.end(), end,
                       [](const SheetRow& row, std::int64_t number) {
                         return row.number < number;
                       });
  return std::min<std::size_t>(static_cast<std::size_t>(past - rows.begin()),
                               engine::kMaxCellSpan);
}

// `first`: the column of the table's first.
void WriteRow(Rows rows, std::uint32_t number, int first, std::uint8_t flags,
              BlockWriter& writer) {
  constexpr int kLastColumn = std::numeric_limits<std::uint16_t>::max();
  writer.Line();
  writer.Begin({.row = number, .kind = Kind::kRow});
  const SheetRow& row = rows.front();
  int column = first;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const SheetCell& cell = row.cells[i];
    // Empty cells keep their separators, as in a CSV file.
    for (; column < cell.column; ++column) writer.CellSeparator();
    const int at = cell.column - first;
    const int room = i + 1 < row.cells.size()
                         ? row.cells[i + 1].column - cell.column
                         : engine::kMaxCellSpan;
    const int columns =
        std::clamp(cell.columns, 1, std::min<int>(room, engine::kMaxCellSpan));
    if (at >= kLastColumn) {
      writer.Flowing(cell.text);
      continue;
    }
    writer.Begin({.row = number,
                  .column = static_cast<std::uint16_t>(at),
                  .row_span = static_cast<std::uint16_t>(RowSpan(rows, cell)),
                  .column_span = static_cast<std::uint16_t>(columns),
                  .kind = Kind::kCell,
                  .flags = flags});
    writer.Flowing(cell.text);
    writer.End();
  }
  writer.End();
}

void WriteTable(Rows rows, BlockWriter& writer) {
  int first = std::numeric_limits<int>::max();
  for (const SheetRow& row : rows) {
    first = std::min(first, row.cells.front().column);
  }
  const bool has_head = IsHead(rows);
  writer.Block();
  writer.Begin(Kind::kTable);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint8_t flags = has_head && i == 0
                                   ? std::uint8_t{engine::kHeadsColumn}
                                   : std::uint8_t{0};
    WriteRow(rows.subspan(i), static_cast<std::uint32_t>(i), first, flags,
             writer);
  }
  writer.End();
  writer.Block();
}

// Rows with words that follow each other.
void WritePart(Rows rows, BlockWriter& writer) {
  const bool has_table =
      std::any_of(rows.begin(), rows.end(),
                  [](const SheetRow& row) { return row.cells.size() > 1; });
  // A column of words is a list of what its first cell says: a table, too.
  if (!has_table && rows.size() > 1) return WriteTable(rows, writer);
  while (!rows.empty() && rows.front().cells.size() == 1) {
    WriteLine(rows.front(), writer);
    rows = rows.subspan(1);
  }
  std::size_t notes = 0;
  while (notes < rows.size() &&
         rows[rows.size() - 1 - notes].cells.size() == 1 &&
         rows[rows.size() - 1 - notes].cells.front().text.size() > kLongBytes) {
    ++notes;
  }
  if (rows.size() > notes) WriteTable(rows.first(rows.size() - notes), writer);
  for (const SheetRow& row : rows.last(notes)) WriteLine(row, writer);
}

}  // namespace

void WriteSheet(std::string_view name, const std::vector<SheetRow>& rows,
                BlockWriter& writer) {
  if (rows.empty()) return;
  writer.Block();
  writer.BeginHeading(1);
  writer.Flowing(name);
  writer.EndHeading();
  writer.Block();
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= rows.size(); ++i) {
    const bool is_part_end =
        i == rows.size() ||
        (rows[i].number > rows[i - 1].number + 1 &&
         !(rows[i].cells.size() > 1 && HasNumbers(rows[i])));
    if (!is_part_end) continue;
    WritePart(Rows(rows).subspan(begin, i - begin), writer);
    begin = i;
  }
}

}  // namespace answerbox::client::package
