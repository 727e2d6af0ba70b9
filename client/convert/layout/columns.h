// The reading order of a page: columns one after the other, bands that span
// them in between, and tables apart from text.
#pragma once

#include <vector>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

// A stretch of text in one column, or a table.
struct Flow {
  std::vector<Line> lines;      // One for each row of text.
  std::vector<Row> table_rows;  // Not empty: a table, and `lines` is empty.

  [[nodiscard]] bool is_table() const noexcept { return !table_rows.empty(); }
};

// Splits the lines of a page, or of a part of it, into flows. Texts that are
// made anew are kept in `store`. n log n.
[[nodiscard]] std::vector<Flow> ReadingOrder(const LineRefs& lines,
                                             TextStore& store);

}  // namespace answerbox::client::layout
