// Corrects errors of pdftohtml in runs, by what pdftotext knows of the same
// words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/reading_notes.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

// Mends the runs of a page, in the order in which pdftohtml prints them:
//   - a small run beside a larger one gets its true height: pdftohtml ignores
//     text rise, so the 3 of 10 to the power of 3 would stand on the line
//   - "V I S I T O R S" becomes one word
//   - text that a file gives in place of what is drawn (/ActualText), which
//     pdftohtml ignores, takes the place of what is drawn
//   - an accent that is a sign of its own becomes a part of its letter
// n log n. `words` may be empty.
void MendRuns(const WordPage& words, std::vector<Run>& runs);

// Adds `words` to the number that `left_out` has for the page.
void NoteLeftOut(std::uint32_t page, LeftOut why, std::uint32_t words,
                 std::vector<LeftOutWords>& left_out);

[[nodiscard]] std::uint32_t CountWords(std::string_view text);

// Returns `text`, which is in visual order, in reading order: Hebrew and Arabic
// are read from the right, numbers and Latin words within them from the left.
// Text of other scripts stays unchanged.
[[nodiscard]] std::string InReadingOrder(std::string text);

}  // namespace answerbox::client::layout
