// How many columns text takes on a terminal. Combining marks take none, wide
// characters two. A character that is not printable takes as many as it has
// bytes, as blanks replace it (printable.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client {

[[nodiscard]] std::size_t DisplayWidth(std::string_view text);

// Returns the number of bytes in the longest prefix of whole characters at most
// `columns` wide.
[[nodiscard]] std::size_t FitsInto(std::string_view text, std::size_t columns);

// Returns `text`, or its beginning and an ellipsis, at most `columns` wide.
[[nodiscard]] std::string Shortened(std::string_view text, std::size_t columns);

}  // namespace answerbox::client
