// The characters of a page's text.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// No-break spaces become spaces. Soft hyphens, zero-width spaces and byte order
// marks are dropped, as they would split words.
[[nodiscard]] std::string WithoutInvisibles(std::string_view text);

}  // namespace answerbox::client
