// Text as HTML. What comes from documents, questions and names passes through
// here, and can neither end the element that it stands in nor turn the
// direction of what stands around it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/reply/answer_parts.h"

namespace answerbox::daemon::page {

// The text, safe between two tags and in a quoted attribute. Control characters
// become blanks. Bytes that are not UTF-8, and the characters that turn the
// direction of the letters after them (U+202A to U+202E, U+2066 to U+2069),
// become U+FFFD.
[[nodiscard]] std::string Escape(std::string_view text);

// The same in an element of its own, whose direction is that of its letters.
[[nodiscard]] std::string Isolated(std::string_view text);

// <`tag`>`inner`</...>. `tag` may have attributes: "p class=place".
[[nodiscard]] std::string Element(std::string_view tag, std::string_view inner);

struct Mark {
  protocol::TextRange range;
  std::string_view tag;  // "mark"
};

// The range of the text, with an element around what each mark covers. Ranges
// that reach beyond the text end with it.
[[nodiscard]] std::string MarkedText(std::string_view text,
                                     protocol::TextRange range,
                                     std::span<const Mark> marks);

// The text as it stands in the query of an address.
[[nodiscard]] std::string QueryText(std::string_view text);

}  // namespace answerbox::daemon::page
