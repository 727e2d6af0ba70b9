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

// The lines of a page; pieces of one line are joined. The result is empty if
// the page has so many lines that they are a drawing. Time grows as n log n in
// lines, and as the square of the grounds, whose number is bounded.
[[nodiscard]] GridLines FindGridLines(const DrawnPage& drawn);

}  // namespace answerbox::client::layout
