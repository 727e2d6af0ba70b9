// What a PDF's tags say of its text, as `pdfinfo -struct-text` of poppler-utils
// prints it: an element a line, two blanks deeper than the element it is in,
// and its text in quotes below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

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

}  // namespace answerbox::client::tags
