// The columns of a table.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

struct Column {
  Length left;
  Length right;
};

// From left to right, parted by gaps that hardly any cell covers; at least one.
// Precondition: `rows` is not empty.
[[nodiscard]] std::vector<Column> FindColumns(std::span<const Row> rows);

// In which column a cell stands: the first one that it covers well.
[[nodiscard]] std::size_t ColumnOf(const Line& cell,
                                   std::span<const Column> columns);

// Whether a line without a mark stands below the text of the `marked` line, not
// below its mark.
[[nodiscard]] bool HangsBelow(const Line& line, const Line& marked);

}  // namespace answerbox::client::layout
