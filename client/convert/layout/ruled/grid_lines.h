// The lines that a person sees around cells: drawn rules, and the edges of
// grounds.
#pragma once

#include <vector>

#include "client/convert/layout/lines/drawings.h"

namespace answerbox::client::layout {

// A horizontal line at height `place`, or a vertical one at `place` from the
// left.
struct GridLine {
  Length place = 0;
  Length begin = 0;
  Length end = 0;
  bool is_rule = true;  // Some of it is not the edge of a ground.
};

// Lines nearer than this meet.
inline constexpr Length kMeetingLines = Pixels(4);

struct GridLines {
  std::vector<GridLine> level;    // By place, then by begin.
  std::vector<GridLine> upright;  // By place, then by begin.
};

// Returns the lines of a page, with the pieces of one line joined. Empty if the
// page has so many lines that they are a drawing. Time grows as n log n in
// lines, and as the square of the grounds, whose number is bounded.
[[nodiscard]] GridLines FindGridLines(const DrawnPage& drawn);

}  // namespace answerbox::client::layout
