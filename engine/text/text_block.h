// What a part of a document is: a document is a tree of blocks, as headings,
// paragraphs, lists with items and tables with cells. The program that converts
// a file knows them; a document may have none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/text/byte_range.h"

namespace answerbox::engine {

// Numbers of docs/segment-format.md. A reader takes kinds that it does not know
// as parts of the block that holds them.
enum class TextBlockKind : std::uint8_t {
  kTitle = 1,  // Of the document.
  kHeading = 2,
  kParagraph = 3,
  kList = 4,
  kLeadIn = 5,  // What a list or a table begins with: "You need:".
  kItem = 6,
  kTable = 7,
  kCaption = 8,  // Of a table or a figure.
  kRow = 9,
  kCell = 10,
  kFootnote = 11,
  kQuote = 12,
  kCode = 13,
  kFigure = 14,
  kBox = 15,  // Text apart from what it stands in.
  kTerm = 16,
  kDefinition = 17,  // Of the kTerm before it.
  // Furniture: says nothing about what the document is about.
  kRunningLine = 18,
  kPageNumber = 19,
  kContents = 20,
  kIndex = 21,
  kReferences = 22,
  kLicence = 23,
};

// Bits of TextBlock::flags.
inline constexpr std::uint8_t kHeadsColumn = 1;  // A cell, as the next.
inline constexpr std::uint8_t kHeadsRow = 2;
inline constexpr std::uint8_t kNumbered = 4;   // An item or footnote: `number`.
inline constexpr std::uint8_t kContinued = 8;  // Goes on from before a break.

struct TextBlock {
  ByteRange range;  // Of the document's text.
  // How many blocks back the one is that holds this one; 0: none does.
  std::uint32_t parent_distance = 0;
  std::uint32_t number = 0;  // Of an item or a footnote.
  // Of a row or cell, from 0; how many rows and columns a cell takes.
  std::uint32_t row = 0;
  std::uint16_t column = 0;
  std::uint16_t row_span = 0;
  std::uint16_t column_span = 0;
  TextBlockKind kind = TextBlockKind::kParagraph;
  std::uint8_t level = 0;  // Of a heading, 1 to 6; of a list or item, from 1.
  std::uint8_t flags = 0;

  friend bool operator==(const TextBlock&, const TextBlock&) = default;
};

// Blocks of a document, and how many hold each other.
inline constexpr std::uint32_t kMaxTextBlocks = 1u << 18;
inline constexpr std::size_t kMaxTextBlockDepth = 16;

}  // namespace answerbox::engine
