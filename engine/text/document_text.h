// A document as the engine sees it: text in UTF-8 with marks and blocks.
// Offsets are bytes from the start of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::engine {

// A page begins at `offset` and ends where the next one begins.
struct PageMark {
  std::uint32_t offset = 0;
  // As a reader counts pages, from 1 to kMaxPageNumber.
  std::uint32_t number = 0;
  // 0: the text is the file's own. Otherwise text recognition read it from a
  // picture, and is this sure of it: 1 + percent, at most kMaxRecognition.
  std::uint8_t recognition = 0;

  friend bool operator==(const PageMark&, const PageMark&) = default;
};

// A heading's own words; its section ends at the next heading of the same or a
// lower level number.
struct HeadingMark {
  ByteRange range;
  std::uint8_t level = 1;  // 1 (title) to 6.

  friend bool operator==(const HeadingMark&, const HeadingMark&) = default;
};

// What a program keeps with a document beside its text. Segments carry the
// bytes unread. docs/segment-format.md, "Attachments", lists the kinds.
struct Attachment {
  std::uint16_t kind = 0;  // From 1.
  std::uint16_t version = 0;
  std::string_view bytes;

  friend bool operator==(const Attachment&, const Attachment&) = default;
};

inline constexpr std::uint16_t kWordAccountKind = 1;
inline constexpr std::size_t kMaxAttachments = 16;
inline constexpr std::size_t kMaxAttachmentBytes = 64u << 10;  // Of a document.

// Preconditions, checked by the code that accepts a document: `text` is valid
// UTF-8 without U+0000 and at most kMaxDocumentBytes long. Pages are sorted
// strictly by offset, their numbers and recognition within bounds. Headings are
// sorted, disjoint, not empty and within the text, and begin and end between
// characters. There are at most kMaxTextBlocks blocks, nested at most
// kMaxTextBlockDepth deep. They are sorted by their begin; each lies within the
// text and within its parent block, which comes before it; those of one parent
// do not overlap. If there are blocks, the headings are those that are a title
// or a heading. Kinds of attachments ascend, and both their number and their
// bytes are within their bounds.
struct DocumentText {
  std::string_view text;
  std::span<const PageMark> pages;
  std::span<const HeadingMark> headings;
  std::span<const TextBlock> blocks = {};
  std::span<const Attachment> attachments = {};
};

inline constexpr std::uint32_t kMaxDocumentBytes = 16u << 20;
inline constexpr std::uint32_t kMaxPageMarks = 1u << 16;
inline constexpr std::uint32_t kMaxPageNumber = (1u << 24) - 1;
inline constexpr std::uint8_t kMaxRecognition = 101;
inline constexpr std::uint32_t kMaxHeadingMarks = 1u << 16;
inline constexpr std::uint32_t kMaxHeadingBytes = 1024;

}  // namespace answerbox::engine
