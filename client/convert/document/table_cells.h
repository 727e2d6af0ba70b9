// Rows and cells of tables: writing those whose cells are words, and the places
// that cells which span several rows or columns take.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "client/convert/document/block_writer.h"

namespace answerbox::client {

// Which places of a table are taken by cells that span several rows or columns,
// while its rows are gone through from the top.
class TableGrid {
 public:
  // Spans are followed in so many columns; further ones are never taken.
  static constexpr std::size_t kMaxColumns = 1024;

  [[nodiscard]] bool IsTaken(std::uint32_t row, std::size_t column) const {
    return column < free_from_row_.size() && free_from_row_[column] > row;
  }

  // The first column from `column` on that is not taken in `row`.
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

// Writes `cells` as a line, separated by " | ", and as a row block. Empty cells
// keep their separators, but get no block. `cell_flags`, such as
// engine::kHeadsColumn, are those of every cell. A column past 65,534 is a part
// of the row without a cell. Precondition: a table is open in `writer`.
void WriteRow(std::span<const std::string_view> cells, std::uint32_t row,
              std::uint8_t cell_flags, BlockWriter& writer);

}  // namespace answerbox::client
