// Finds words of a page that are struck out or invisible, by what is drawn
// besides the text.
#pragma once

#include <vector>

#include "client/convert/document/reading_notes.h"
#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

// Removes struck and invisible text from `page`, and adds the number of words
// and the reason to `left_out`. A rule strikes words if it runs through their
// middle and begins and ends where they do. Text is invisible in the colour of
// its ground, which is white where nothing is drawn, or below a black or white
// bar. Text on a picture, a shading or an odd shape stays, and so does text on
// any colour but white if the document has transparent shapes. Returns false if
// the page has too much to compare, or if a part of a run is struck and `words`
// does not show which part.
[[nodiscard]] bool DropInvalid(const DrawnPage& drawn, const WordPage& words,
                               RunPage& page,
                               std::vector<LeftOutWords>& left_out);

}  // namespace answerbox::client::layout
