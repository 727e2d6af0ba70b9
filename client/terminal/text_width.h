// How many columns text takes on a terminal: none for combining marks, two for
// wide characters, and as many as it has bytes for a character that is not
// printable, which blanks stand for (printable.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client {

[[nodiscard]] std::size_t DisplayWidth(std::string_view text);

// Bytes of the longest prefix of whole characters at most `columns` wide.
[[nodiscard]] std::size_t FitsInto(std::string_view text, std::size_t columns);

// `text`, or its beginning and an ellipsis, at most `columns` wide.
[[nodiscard]] std::string Shortened(std::string_view text, std::size_t columns);

}  // namespace answerbox::client
