// Pages of contents: titles that lead to page numbers.
#pragma once

#include <cstddef>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

// Sets Line::contents_row of the lines of a table of contents (or of figures):
// lines of one row, and rows that an entry is broken over, have the same.
//   page_count  of the document: no page number is far beyond it
void MarkContents(LinePage& page, std::size_t page_count);

}  // namespace answerbox::client::layout
