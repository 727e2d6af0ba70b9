// Reads text on its side or upside down: tables on pages that were not turned,
// notes in margins, heads of narrow columns.
#pragma once

#include <vector>

#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

struct TurnedPage {
  RunPage page;  // As seen after the sheet is turned.
  WordPage words;
  DrawnPage drawn;
  // One or two lines in the margin of upright text, such as stamps of archives
  // and publishers: they are read, but are not part of the text.
  bool is_margin_note = false;
};

// Removes the turned runs from `page`. Heads that stand over the columns of a
// table become runs of `page`, each over its column. All other text is set
// upright on new pages, one for each direction, with the number of `page` and
// what is drawn beside the text. Without `words`, lengths are estimates. n log
// n.
[[nodiscard]] std::vector<TurnedPage> TakeTurned(const WordPage& words,
                                                 const DrawnPage& drawn,
                                                 RunPage& page);

}  // namespace answerbox::client::layout
