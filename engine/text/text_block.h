// Blocks: the structure of a document as a tree of headings, paragraphs, lists
// with items, tables with cells. The program that converts a file reports its
// blocks; a document may have none. text_block_check.h checks them.
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
#include <string_view>

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

}  // namespace answerbox::engine
