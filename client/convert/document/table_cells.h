// The places that cells of a table take which span several rows or columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace answerbox::client
