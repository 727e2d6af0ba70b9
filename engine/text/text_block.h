// Blocks: the structure of a document as a tree of headings, paragraphs, lists
// with items, tables with cells. The program that converts a file reports its
// blocks; a document may have none. CheckTextBlocks() checks them.
//
// Blocks stand in the order of the text, parents before children. Text that
// lies in no child of a block is the block's own: an item's own words are its
// range without its nested lists. Markers of items ("- ", "3. ") and separators
// of cells (" | ") stand in the text, but in no item and no cell. An empty cell
// has no block: the columns of the cells around it tell its place.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/result.h"

namespace answerbox::engine {

// Half-open range of bytes.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Precondition: the range is within the text. A mistaken range must never show
// what stands behind the text in memory, so it is cut where none asserts.
[[nodiscard]] constexpr std::string_view Slice(std::string_view text,
                                               ByteRange range) noexcept {
  assert(range.begin <= range.end && range.end <= text.size());
  const std::size_t end = std::min<std::size_t>(range.end, text.size());
  const std::size_t begin = std::min<std::size_t>(range.begin, end);
  return {text.data() + begin, end - begin};
}

// The numbers are those of docs/segment-format.md. A reader treats a kind that
// it does not know as a part of its parent block.
enum class TextBlockKind : std::uint8_t {
  kTitle = 1,    // Of the document: its heading mark has level 1.
  kHeading = 2,  // Its range is that of a heading mark.
  kParagraph = 3,
  kList = 4,
  kLeadIn = 5,  // The first child of a list or box: "You need:".
  kItem = 6,
  kTable = 7,
  kCaption = 8,  // Of a table or a figure.
  kRow = 9,
  kCell = 10,
  kFootnote = 11,
  kQuote = 12,
  kCode = 13,
  kFigure = 14,
  kBox = 15,  // Text set apart from the text around it, or that unfolds.
  kTerm = 16,
  kDefinition = 17,  // Of the kTerm before it.
  // Furniture: text that does not belong to the document's subject.
  kRunningLine = 18,
  kPageNumber = 19,
  kContents = 20,  // A list of places in this document.
  kIndex = 21,
  kReferences = 22,
  kLicence = 23,
};

// Bits of TextBlock::flags.
inline constexpr std::uint8_t kHeadsColumn =
    1;  // Of a cell: it is its column's heading.
inline constexpr std::uint8_t kHeadsRow = 2;
inline constexpr std::uint8_t kNumbered = 4;  // An item or footnote: `number`.
inline constexpr std::uint8_t kContinued =
    8;  // Continues a block from before a page break.

struct TextBlock {
  ByteRange range = {};  // Of the document's text.
  // The parent block is this many blocks before this one; 0: no parent.
  std::uint32_t parent_distance = 0;
  std::uint32_t number = 0;  // Of an item or a footnote.
  // Place of a row or cell in its table, from 0, and how many rows and columns
  // a cell spans, at most kMaxCellSpan. A cell is in the row that is its
  // parent.
  std::uint32_t row = 0;
  std::uint16_t column = 0;
  std::uint16_t row_span = 0;
  std::uint16_t column_span = 0;
  TextBlockKind kind = TextBlockKind::kParagraph;
  // Of a heading, 1 to 6; of a title, 1; of a list or item, how many lists hold
  // the item, from 1 to kMaxTextBlockLevel.
  std::uint8_t level = 0;
  std::uint8_t flags = 0;

  friend bool operator==(const TextBlock&, const TextBlock&) = default;
};

// The most blocks of a document, and the deepest nesting.
inline constexpr std::uint32_t kMaxTextBlocks = 1u << 18;
inline constexpr std::size_t kMaxTextBlockDepth = 16;
inline constexpr std::uint8_t kMaxTextBlockLevel = 15;
inline constexpr std::uint16_t kMaxCellSpan = 4095;

// Furniture: what says nothing of the document's subject. It is stored and can
// be shown, but nobody's question finds it. So is what it holds.
[[nodiscard]] constexpr bool IsFurniture(TextBlockKind kind) noexcept {
  return kind >= TextBlockKind::kRunningLine && kind <= TextBlockKind::kLicence;
}

// The words for kinds of blocks that people and programs read: "heading",
// "lead_in". Those of docs/socket-protocol.md.
// "unknown" for a kind of a later program. Static storage.
[[nodiscard]] std::string_view NameOf(TextBlockKind kind) noexcept;
[[nodiscard]] std::optional<TextBlockKind> TextBlockKindOf(
    std::string_view name) noexcept;

// Whether blocks are a tree over a text that readers may trust. The program
// that converts a file and the daemon that stores it check the same.

// One byte less than the longest document: segments store a length in three
// bytes.
inline constexpr std::uint32_t kMaxTextBlockBytes = (1u << 24) - 1;
inline constexpr std::uint8_t kTextBlockFlags =
    kHeadsColumn | kHeadsRow | kNumbered | kContinued;

// Checks, for `text` in UTF-8 and at most kMaxDocumentBytes long:
//   - There are at most kMaxTextBlocks blocks, kMaxTextBlockDepth deep.
//   - Each is of a known kind, has 1 to kMaxTextBlockBytes bytes, begins and
//     ends between characters of the text, and lies within its parent.
//   - Parents come before children, and children of one parent follow each
//     other without overlap.
//   - A list holds lead-ins, items, terms, definitions and lists; a table holds
//     captions and rows; a row holds cells. Items, terms and definitions stand
//     in lists only, rows in tables, cells in rows; a lead-in in a list or box.
//   - Title, heading, paragraph, lead-in, caption, term and code hold nothing.
//   - The level is 1 to 6 of a heading, 1 of a title, from 1 of a list or item,
//     and 0 of others, at most kMaxTextBlockLevel. kNumbered stands with items
//     and footnotes only, a number with kNumbered only; no flag is unknown.
//   - Rows ascend in their table, cells in their row, and cells of a row do not
//     overlap; a cell's row is that of its row. Spans are 0 but of cells, where
//     they are 1 to kMaxCellSpan.
// Errors: kLimitExceeded  too many or too deep
//         kInvalidArgument  `field` says what is wrong
// `offset` is the number of the block, from 0. Allocates nothing; time is
// linear in the number of blocks.
[[nodiscard]] Result<void> CheckTextBlocks(
    std::string_view text, std::span<const TextBlock> blocks) noexcept;

}  // namespace answerbox::engine
