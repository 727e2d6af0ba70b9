// Rows: lines that stand at one height.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "client/convert/layout/lines.h"

namespace answerbox::client::layout {

struct LinePage {
  std::uint32_t number = 0;
  Length width = 0;
  Length height = 0;
  std::vector<Line> lines;
};

// Lines are owned by their LinePage, which outlives rows and flows.
using LineRefs = std::vector<Line*>;

struct Row {
  LineRefs lines;  // From left to right, at least one.
  Length top = 0;
  Length bottom = 0;

  [[nodiscard]] bool has_cells() const noexcept { return lines.size() > 1; }
  [[nodiscard]] Length right() const noexcept {
    return (*std::ranges::max_element(lines, {}, &Line::right))->right;
  }
};

// From top to bottom. n log n.
[[nodiscard]] std::vector<Row> MakeRows(const LineRefs& lines);

// All lines of a row as one, its texts kept in `store`.
[[nodiscard]] Line MergeRow(const Row& row, TextStore& store);

}  // namespace answerbox::client::layout
