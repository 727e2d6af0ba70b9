// Makes the runs of a page fit to be put into lines: corrects errors of
// pdftohtml by what pdftotext knows of the same words, turns text upright, and
// drops what nobody sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/layout/lines/drawings.h"
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

// Text on its side or upside down: tables on pages that were not turned, notes
// in margins, heads of narrow columns.
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

// Removes text that is struck out or invisible, as what is drawn besides it
// tells, from `page`, and adds the number of words
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

// Finds runs wider than their text: poppler prints "Bulgaria 2.3", two cells of
// a table, as one run if the file draws them together. Learns how wide each
// font is in this document, and splits runs that are wider.
class RunWidths {
 public:
  void Learn(const Run& run);

  // Replaces each run of `runs` that is much wider than its text by several.
  // The page's words show where; without them, the gaps are assumed to be equal
  // and to stand before words without letters, such as numbers.
  void Split(const WordPage& words, std::vector<Run>& runs) const;

 private:
  // A median needs no more samples than this.
  static constexpr std::size_t kMaxSamples = 1'024;

  using FontKey = std::pair<std::uint32_t, Length>;  // Family and size.

  [[nodiscard]] Length UnitOf(const Font& font) const;

  // Width per em of text (TextWidth) in each font, sampled.
  std::map<FontKey, std::vector<Length>> samples_;
};

// Returns the words that a run consists of, from left to right; empty if the
// page's words do not show them.
[[nodiscard]] std::vector<const Word*> WordsIn(const Run& run,
                                               const WordPage& words);

// Returns the estimated width of `text` in hundredths of an em, at least 30.
[[nodiscard]] Length TextWidth(std::string_view text);

}  // namespace answerbox::client::layout
