// Words of a page that do not hold, or that nobody sees: what is drawn beside
// the text tells of both.
#pragma once

#include <vector>

#include "client/convert/document/reading_notes.h"
#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

// Takes off `page` what is struck or can't be seen, and adds to `left_out` how
// many words that are, and why. A rule strikes words if it runs through their
// middle and begins and ends where they do. Text can't be seen in the colour of
// the ground, which is white where nothing is drawn, or below a black or white
// bar. What is on a picture, a shading or an odd shape stays, and so does what
// is on any colour but white of a document with see-through shapes. False:
// there is too much on the page to compare, or a part of a run is struck, and
// `words` does not tell which.
[[nodiscard]] bool DropInvalid(const DrawnPage& drawn, const WordPage& words,
                               RunPage& page,
                               std::vector<LeftOutWords>& left_out);

}  // namespace answerbox::client::layout
