// Finds the reading order of a page: columns one after the other, bands that
// span them in between, and tables separate from text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {

// Fewer lines side by side do not make columns.
inline constexpr std::size_t kFewestLines = 4;

// Finds the blank stripe between two columns of text: the place that most gaps
// between long neighbours share; nullopt if fewer than kFewestLines do. n log
// n.
[[nodiscard]] std::optional<Length> FindGutter(const LineRefs& lines);

// A stretch of text in one column, or a table. Rows of text are merged into
// lines; those of a table stay as they are, as MakeGrid reads their cells.
struct Flow {
  std::vector<Line> lines;      // One for each row of text.
  std::vector<Row> table_rows;  // Not empty: a table, and `lines` is empty.
  // The number of a ruled table (Line::table); the others are empty.
  std::uint32_t ruled_table = 0;

  [[nodiscard]] bool is_table() const noexcept { return !table_rows.empty(); }
};

// Splits the lines of a page, or of a part of it, into flows. A line of
// LineRole::kTable becomes a flow of its own. New texts are kept in `store`. n
// log n.
[[nodiscard]] std::vector<Flow> ReadingOrder(const LineRefs& lines,
                                             TextStore& store);

// Appends the lines of one column to `flows`, as alternating tables and text.
// Each of several lists side by side becomes a flow.
void SplitTables(const LineRefs& lines, TextStore& store,
                 std::vector<Flow>& flows);

}  // namespace answerbox::client::layout
