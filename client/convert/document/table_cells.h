// Finds the places of a table that spanning cells cover.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace answerbox::client
