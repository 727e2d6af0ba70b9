// Headers, footers and page numbers: lines at the edge of a page that come back
// on most pages. In the middle of a document they would interrupt sentences.
#pragma once

#include <string_view>
#include <vector>

namespace answerbox::client {

// One page's lines from top to bottom, without blank ones at either end.
using PageLines = std::vector<std::string_view>;

// Drops the first and last lines, at most two on each side, that repeat at the
// same edge of at least 3 pages and of two fifths of the pages with text.
// (Two fifths, not half: left and right pages often differ.) Lines repeat when
// they are equal up to blanks and digits; a bare number repeats when it is as
// far from the page's own number. A line longer than 120 bytes never repeats.
// The first of the equal lines stays: it may be the title.
void DropRunningLines(std::vector<PageLines>& pages);

}  // namespace answerbox::client
