// Headers, footers and page numbers: lines at the edge of a page that recur on
// most pages. They would interrupt sentences that continue on the next page.
#pragma once

#include <string_view>
#include <vector>

namespace answerbox::client {

// One page's lines from top to bottom, without blank ones at either end.
using PageLines = std::vector<std::string_view>;

// Drops the first and last lines, at most two on each side, that repeat at the
// same edge of at least 3 pages and of two fifths of the pages with text. (Two
// fifths, not half, as left and right pages often differ.) Lines repeat when
// they are equal except for blanks and digits. A bare number repeats when its
// distance from the page's own number is the same. A line longer than 120 bytes
// never repeats. The first of the equal lines stays, as it may be the title.
void DropRunningLines(std::vector<PageLines>& pages);

}  // namespace answerbox::client
