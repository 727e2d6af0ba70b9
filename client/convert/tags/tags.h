// What a PDF's tags say of its text, as `pdfinfo -struct-text` of poppler-utils
// prints it: one element a line, two blanks deeper than the element around it,
// with its text in quotes below. Uses what the layout does not show, if the
// tags are sound: client/convert/layout/README.md, "Tags".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"

namespace answerbox::client::tags {

// Elements nested deeper count as the element around them.
inline constexpr std::size_t kMaxDepth = 128;

enum class TagRole : std::uint8_t {
  kOther,    // Mostly paragraphs.
  kHeading,  // H1 to H6.
  kItem,     // Of a list.
  kTable,    // Anything in a table, including items.
};

// Text of one element, never empty.
struct TaggedText {
  TagRole role = TagRole::kOther;
  std::uint8_t level = 0;  // Of a heading, 1 to 6; of an item, its lists.
  // The number of the heading or item, or else of the innermost element, from
  // 1; 0 outside of all elements.
  std::uint32_t element = 0;
  std::string_view text;
};

struct TagText {
  std::vector<TaggedText> texts;  // In the order of the tags.
  std::uint32_t elements = 0;
  std::uint32_t headings = 0;
};

// Reads the output of `pdfinfo -struct-text`, or of `-struct` for elements
// without text. Any bytes are allowed: lines of unknown form are skipped. The
// texts point into `printed`. Takes linear time, and memory for each text.
[[nodiscard]] TagText ReadTags(std::string_view printed);

// A document with more elements or bytes is read without its tags. Poppler
// draws a page again for each element on it, or for each of an element's
// pieces.
inline constexpr std::uint32_t kMaxElements = 1'000;
inline constexpr std::size_t kMaxTaggedBytes = 1u << 20;

// Whether a document's elements alone, as ReadTags reads them, make the tags
// worth reading: at least one heading, and at most kMaxElements elements.
[[nodiscard]] bool AreWorthReading(const TagText& elements) noexcept;

// Changes headings and list items to what `tags` say; the text stays. Does
// nothing if the tags are not sound, or if the text is longer than
// kMaxTaggedBytes. Returns whether the tags are sound. Time grows as n log n
// with the text.
bool UseTags(const TagText& tags, LayoutDocument& document);

}  // namespace answerbox::client::tags
