// The lines that a reader of a page sees around cells: drawn rules, and the
// edges of grounds.
#pragma once

#include <vector>

#include "client/convert/layout/lines/drawings.h"

namespace answerbox::client::layout {

// A level line at height `place`, or an upright one at `place` from the left.
struct GridLine {
  Length place = 0;
  Length begin = 0;
  Length end = 0;
  bool is_rule = true;  // Some of it is no edge of a ground.
};

// Lines that are nearer than this meet.
inline constexpr Length kMeetingLines = Pixels(4);

struct GridLines {
  std::vector<GridLine> level;    // By place, then by begin.
  std::vector<GridLine> upright;  // By place, then by begin.
};

// The lines of a page, pieces of one line joined. None where there are so many
// that they are a drawing. n log n, but for a bounded number of grounds.
[[nodiscard]] GridLines FindGridLines(const DrawnPage& drawn);

}  // namespace answerbox::client::layout
