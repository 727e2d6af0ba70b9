// Finds where a table that begins at a row ends.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

// How a search for a table ended.
struct TableSearch {
  std::optional<std::size_t> end;  // One past its last row; nullopt: no table.
  std::size_t rows_read = 0;       // What the search cost.
};

// Looks for a table that begins with row `first`, which has several cells.
[[nodiscard]] TableSearch FindTable(std::span<const Row> rows,
                                    std::size_t first);

}  // namespace answerbox::client::layout
