// Text that stands on its side or on its head: tables on pages that were not
// turned, notes in margins, heads of narrow columns.
#pragma once

#include <vector>

#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

struct TurnedPage {
  RunPage page;  // As who turns the sheet sees it.
  WordPage words;
  DrawnPage drawn;
  // A line or two in the margin of upright text, as archives and publishers
  // stamp them: read, but no part of the text.
  bool is_margin_note = false;
};

// Takes the turned runs off `page`. Heads that stand over the columns of a
// table become runs of `page`, each over its column; all other text is laid
// upright on pages of its own, one for each direction, with the number of
// `page`, and what is drawn beside it. Without `words`, lengths are estimates.
// n log n.
[[nodiscard]] std::vector<TurnedPage> TakeTurned(const WordPage& words,
                                                 const DrawnPage& drawn,
                                                 RunPage& page);

}  // namespace answerbox::client::layout
