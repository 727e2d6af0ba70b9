// Tables: the places that spanning cells cover, and rows of words. An answer
// shows rows without the rows around them, so each row must contain the group
// it belongs to, and the text of a cell that it shares with others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "client/convert/document/block_writer.h"

namespace answerbox::client {

// Keeps track of the places of a table that cells spanning several rows or
// columns cover, while its rows are read from the top.
class TableGrid {
 public:
  // Columns beyond these count as free.
  static constexpr std::size_t kMaxColumns = 1024;

  [[nodiscard]] bool IsTaken(std::uint32_t row, std::size_t column) const {
    return column < free_from_row_.size() && free_from_row_[column] > row;
  }

  // Returns the first column from `column` on that is free in `row`.
  [[nodiscard]] std::size_t FreeColumn(std::uint32_t row,
                                       std::size_t column) const {
    while (IsTaken(row, column)) ++column;
    return column;
  }

  void Take(std::uint32_t row, std::size_t column, std::uint32_t row_span,
            std::size_t column_span) {
    const std::size_t end = std::min(column + column_span, kMaxColumns);
    if (end > free_from_row_.size()) free_from_row_.resize(end);
    for (std::size_t i = column; i < end; ++i) {
      free_from_row_[i] = std::max(free_from_row_[i], row + row_span);
    }
  }

 private:
  std::vector<std::uint32_t> free_from_row_;  // By column.
};

struct TableCell {
  std::string text = {};
  std::size_t column = 0;
  std::uint32_t row_span = 1;
  std::uint32_t column_span = 1;
  std::uint8_t flags = 0;  // Such as engine::kHeadsColumn.
};

// Cells by ascending column. Columns that are not listed are empty.
using TableRow = std::vector<TableCell>;

// Repeats text of other rows in the rows below the head that it applies to:
//   - a cell that spans rows, in each of them;
//   - the name of a group in a first cell with empty ones below it, unless the
//     first column holds flags, or values that are repeated or seldom given;
//   - the name of a group that stands across the table. The rows below it get
//     it as a new first column, whose head is empty, and its own row goes.
// Long texts are not repeated, and all repeated text has at most
// kMaxRepeatedBytes. A last row that holds only sums, or the only total of the
// table, belongs to no group.
void RepeatGroups(std::vector<TableRow>& rows);

inline constexpr std::size_t kMaxRepeatedBytes = 1u << 20;

// Writes a row as a line of cells separated by " | ". A cell without text has a
// separator but no block; a cell past column 65,534 is a part of the row
// without a block. Precondition: a table is open in `writer`.
void WriteTableRow(const TableRow& row, std::uint32_t number,
                   BlockWriter& writer);
void WriteTableRows(const std::vector<TableRow>& rows, BlockWriter& writer);

}  // namespace answerbox::client
