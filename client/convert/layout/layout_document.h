// The result of reading a PDF by its layout: blocks in reading order. README.md
// here describes the signs of each kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/layout/lines/condensed_drawings.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

// A cell and the rows and columns that it covers, each at least 1.
struct LayoutCell {
  std::string text;
  std::uint16_t column_span = 1;
  std::uint16_t row_span = 1;

  friend bool operator==(const LayoutCell&, const LayoutCell&) = default;
};

using LayoutRow = std::vector<LayoutCell>;

// The text stands on `page` from `offset` on, a byte of LayoutBlock::text.
struct LayoutPageStart {
  std::size_t offset = 0;
  std::uint32_t page = 0;
};

// Where a part of a block is printed. Each column and page has a part of its
// own.
struct LayoutBox {
  std::uint32_t page = 0;
  // Distances from the left and the top of the page, in 1/10,000 of its width
  // and height. Within layout/, hundredths of poppler's pixels.
  std::int32_t left = 0;
  std::int32_t top = 0;
  std::int32_t right = 0;
  std::int32_t bottom = 0;
};

struct LayoutBlock {
  // kTitle, kHeading, kParagraph, kItem, kTable, kCaption, kFootnote,
  // kContents (a line of it) or kRunningLine.
  engine::TextBlockKind kind = engine::TextBlockKind::kParagraph;
  std::uint8_t level = 0;  // Of a heading, 1 to 6; of an item, from 1.
  std::uint32_t page = 0;  // Where it begins, as poppler counts: from 1.
  // UTF-8 without control characters, lines joined; empty for a table.
  std::string text;
  // The mark of an item: "•", "2.", "(a)"; empty if only its indent shows it.
  std::string mark;
  // The rows of a table. Cells that a span covers are left out of their row.
  std::vector<LayoutRow> rows;
  std::size_t header_rows = 0;
  // Where the block continues on a later page, in ascending order.
  std::vector<LayoutPageStart> page_starts;
  // Ascending by page. Pages with turned text have none.
  std::vector<LayoutBox> boxes;
};

struct LayoutDocument {
  std::vector<LayoutBlock> blocks;
  // False if a bound was exceeded and the blocks lack text: the caller then
  // takes the document's text without structure.
  bool is_complete = true;
  // Struck, unseen or unreadable words, and heads that tables repeat.
  std::vector<LeftOutWords> left_out = {};
  // A page may have struck or unseen words that could not be detected.
  bool are_drawings_unread = false;
};

// Reads a PDF's structure from the places, sizes and fonts of its text, never
// from its tags, which are often wrong. `xml` is what `pdftohtml -xml -i`
// prints (poppler-utils). `words` is what `pdftotext -bbox` prints, for tables
// whose cells `xml` does not separate. `drawings` is what DrawingCondenser
// keeps of `pdftops`, to detect struck and unseen text. Both may be empty. Any
// bytes are allowed: what is no such XML is skipped. The result is the same on
// every machine. Time grows as n log n with the size of `xml`; memory stays
// within a small multiple of the text and the bounds of lines/runs.h.
[[nodiscard]] LayoutDocument ReadLayout(
    std::string_view xml, std::string_view words = {},
    const layout::PrintedDrawings& drawings = {});

}  // namespace answerbox::client
