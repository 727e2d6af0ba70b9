// What a PDF's tags say of its text, as `pdfinfo -struct-text` of poppler-utils
// prints it: an element a line, two blanks deeper than the element it is in,
// and its text in quotes below it. Takes from them what the layout does not
// show, where they are sound: client/convert/layout/README.md, "Tags".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"

namespace answerbox::client::tags {

// An element within more elements than this counts as the one around it.
inline constexpr std::size_t kMaxDepth = 128;

enum class TagRole : std::uint8_t {
  kOther,    // A paragraph, mostly.
  kHeading,  // H1 to H6.
  kItem,     // Of a list.
  kTable,    // Anything in a table, items too.
};

// Text of one element, never empty.
struct TaggedText {
  TagRole role = TagRole::kOther;
  std::uint8_t level = 0;  // Of a heading, 1 to 6; of an item, its lists.
  // Counts the elements from 1: the heading or item, else the innermost
  // element; 0 outside of all.
  std::uint32_t element = 0;
  std::string_view text;
};

struct TagText {
  std::vector<TaggedText> texts;  // In the order of the tags.
  std::uint32_t elements = 0;
  std::uint32_t headings = 0;
};

// Reads what `pdfinfo -struct-text`, or `-struct` for the elements alone,
// prints. Any bytes may come: lines of no known form are skipped. The texts
// point into `printed`. Takes linear time, and memory for each text.
[[nodiscard]] TagText ReadTags(std::string_view printed);

// A document of more elements or bytes is read without its tags. Poppler draws
// a page anew for each element on it, or for each piece of one that has
// several.
inline constexpr std::uint32_t kMaxElements = 1'000;
inline constexpr std::size_t kMaxTaggedBytes = 1u << 20;

// Whether a document's elements alone, as ReadTags reads them, speak for a
// further look: at least one heading, and no more elements than that.
[[nodiscard]] bool AreWorthReading(const TagText& elements) noexcept;

// Changes headings and list items to what `tags` say; the text stays. Does
// nothing if the tags are not sound, or there is more text than
// kMaxTaggedBytes. Returns whether the tags are sound. Time grows as n log n
// with the text.
bool UseTags(const TagText& tags, LayoutDocument& document);

}  // namespace answerbox::client::tags
