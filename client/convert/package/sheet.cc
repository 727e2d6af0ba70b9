#include "client/convert/package/sheet.h"

#include <algorithm>
#include <limits>
#include <span>

#include "client/convert/document/table_groups.h"
#include "engine/text/text_block.h"

namespace answerbox::client::package {
namespace {

using Kind = engine::TextBlockKind;
using Rows = std::span<const SheetRow>;

constexpr std::size_t kLongBytes = 60;  // A longer line is no cell.

bool IsYear(const SheetCell& cell) {
  return cell.text.size() == 4 &&
         (cell.text.starts_with("19") || cell.text.starts_with("20"));
}

bool HasNumbers(const SheetRow& row) {
  return std::any_of(
      row.cells.begin(), row.cells.end(),
      [](const SheetCell& cell) { return cell.is_number && !IsYear(cell); });
}

bool IsHead(const SheetRow& row) {
  return row.cells.size() > 1 && !HasNumbers(row);
}

// Counts the head rows: rows of words, where years do not count as numbers. If
// cells of the first row are merged, a second row of names also heads columns.
std::size_t HeadRows(Rows rows) {
  if (rows.size() < 2 || !IsHead(rows[0]) || rows[0].cells.front().is_number) {
    return 0;
  }
  const bool has_merged =
      std::any_of(rows[0].cells.begin(), rows[0].cells.end(),
                  [](const SheetCell& cell) { return cell.columns > 1; });
  return has_merged && rows.size() > 2 && IsHead(rows[1]) ? 2 : 1;
}

void WriteLine(const SheetRow& row, BlockWriter& writer) {
  writer.Block();
  for (const SheetCell& cell : row.cells) {
    writer.Flowing(cell.text);
    writer.Space();
  }
  writer.Block();
}

// Returns how many of `rows` a cell spans that begins in the first of them.
// Rows without words do not count, as they are not written.
std::uint32_t RowSpan(Rows rows, const SheetCell& cell) {
  const std::int64_t end = std::int64_t{rows.front().number} + cell.rows;
  const auto past = std::lower_bound(
      rows.begin() + 1, rows.end(), end,
      [](const SheetRow& row, std::int64_t at) { return row.number < at; });
  return static_cast<std::uint32_t>(past - rows.begin());
}

// Empty cells keep their separators, as in a CSV file, unless they are too
// many: a sheet may have its only words at its far edge.
constexpr int kMaxGap = 16;
constexpr std::size_t kMaxGapCells = 500'000;

client::TableRow RowOf(Rows rows, int first, std::uint8_t flags,
                       std::size_t& gap_cells) {
  client::TableRow made;
  int column = first;
  const std::vector<SheetCell>& cells = rows.front().cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const SheetCell& cell = cells[i];
    const int gap = cell.column - column;
    if (gap > 0 && gap <= kMaxGap && gap_cells < kMaxGapCells) {
      gap_cells += static_cast<std::size_t>(gap);
      for (; column < cell.column; ++column) {
        made.push_back({.column = static_cast<std::size_t>(column - first)});
      }
    }
    const int room = i + 1 < cells.size() ? cells[i + 1].column - cell.column
                                          : engine::kMaxCellSpan;
    const int columns = std::clamp(cell.columns, 1, std::max(room, 1));
    made.push_back({.text = cell.text,
                    .column = static_cast<std::size_t>(cell.column - first),
                    .row_span = RowSpan(rows, cell),
                    .column_span = static_cast<std::uint32_t>(columns),
                    .flags = flags});
    column = cell.column + columns;
  }
  return made;
}

void WriteTable(Rows rows, BlockWriter& writer) {
  int first = std::numeric_limits<int>::max();
  for (const SheetRow& row : rows) {
    first = std::min(first, row.cells.front().column);
  }
  const std::size_t heads = HeadRows(rows);
  std::vector<client::TableRow> table;
  table.reserve(rows.size());
  std::size_t gap_cells = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.push_back(RowOf(rows.subspan(i), first,
                          i < heads ? engine::kHeadsColumn : std::uint8_t{0},
                          gap_cells));
  }
  RepeatGroups(table);
  writer.Block();
  writer.Begin(Kind::kTable);
  WriteTableRows(table, writer);
  writer.End();
  writer.Block();
}

// Writes consecutive rows with words.
void WritePart(Rows rows, BlockWriter& writer) {
  const bool has_table =
      std::any_of(rows.begin(), rows.end(),
                  [](const SheetRow& row) { return row.cells.size() > 1; });
  // A column of words below a name is a table, too.
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

Rejection SheetSize::TooLarge() {
  return {RejectionReason::kTooLarge,
          "more than 1,000,000 cells, or 64 MiB of text in them: split it into "
          "parts"};
}

void WriteShape(std::string_view text, BlockWriter& writer) {
  writer.Block();
  writer.Flowing(text);
  writer.Block();
}

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
