// Which lines are running lines, contents, headings, items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {

// Running lines and page numbers. Gives LineRole::kRunning to lines at the
// edges of pages that repeat on others, are page numbers, or stand where such
// lines stand on other pages.
void MarkRunningLines(std::span<LinePage> pages);

// Pages of contents: titles that lead to page numbers. Sets Line::contents_row
// of the lines of a table of contents (or of figures): lines of one row, and
// rows that an entry is broken over, have the same.
//   page_count  of the document: no page number is far beyond it
void MarkContents(LinePage& page, std::size_t page_count);

// Whether a line stands out as a heading does: larger, bolder, in another
// typeface, or numbered in another style. Only its own looks count.
[[nodiscard]] bool LooksLikeHeading(const Line& line,
                                    const DocumentStyle& style);

// Whether a size is that of a heading: clearly above the body's.
[[nodiscard]] bool IsLarge(Length size, const DocumentStyle& style);

// Whether line `i`, which has a mark, is an item. A bullet tells; a number
// needs a neighbour in order, or a hanging indent.
//   lines        of one column, from top to bottom
//   last_places  MarkPlaces of the last item before this column
[[nodiscard]] bool IsListItem(std::span<const Line> lines, std::size_t i,
                              std::span<const std::int32_t> last_places);

}  // namespace answerbox::client::layout
