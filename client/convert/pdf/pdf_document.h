// Makes a document from poppler's output for a PDF: from its layout and tags,
// or from its text alone.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/pdf/poppler.h"

namespace answerbox::client {

// Makes a document from a layout. Consecutive items become lists; running lines
// within a list are written after it. Errors: kNoText (nothing but running
// lines), and those of Finish.
[[nodiscard]] Conversion<ConvertedDocument> DocumentFromLayout(
    const LayoutDocument& layout);

// Corrects the layout by the PDF's tags, if they are sound. `file` is a PDF
// that poppler has read. Runs pdfinfo for the elements and, if they are
// worth it (tags/tags.h), for their text. If the tags are not sound, or pdfinfo
// is missing, fails, or exceeds its bounds, the document stays unchanged.
void UsePdfTags(const PdfInput& file, LayoutDocument& document);

// Makes a document from pdftotext's output: joins and marks pages, drops
// running lines, mends split words. `output` is the pages' text, each page
// ended by a form feed. Pages count from 1; a page without text counts, but has
// no mark. Bytes that are not UTF-8 and control characters become spaces.
// Errors: kNoText, and those of Finish.
[[nodiscard]] Conversion<ConvertedDocument> DocumentFromPdfText(
    std::string output);

// The lines of one page from top to bottom, without blank ones at either end.
using PageLines = std::vector<std::string_view>;

// Drops headers, footers and page numbers, which would interrupt sentences that
// continue on the next page: the first and last lines, at most two on each
// side, that repeat at the same edge of at least 3 pages and of two fifths of
// the pages with text. (Two fifths, not half, as left and right pages often
// differ.) Lines repeat when they are equal except for blanks and digits. A
// bare number repeats when its distance from the page's own number is the same.
// A line longer than 120 bytes never repeats. The first of the equal lines
// stays, as it may be the title.
void DropRunningLines(std::vector<PageLines>& pages);

// Knows the words of a document, to tell "detec-/tion" from "self-/contained":
// a hyphen is removed only if the whole word is written elsewhere.
class WordMending {
 public:
  // `text` must outlive the object.
  explicit WordMending(std::string_view text);

  // Whether `line`, which ends with a hyphen, and `next` share a word. A soft
  // hyphen always splits one.
  [[nodiscard]] bool IsSplitWord(std::string_view line,
                                 std::string_view next) const;

 private:
  std::unordered_set<std::string_view> words_;
};

// Returns `line` without the hyphen or soft hyphen at its end, if it has one.
[[nodiscard]] std::string_view WithoutHyphen(std::string_view line);

}  // namespace answerbox::client
