// Text as Markdown that reads the same.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Escapes what Markdown would take for markup in a text of one line, or at its
// beginning.
[[nodiscard]] std::string MarkdownText(std::string_view line);

}  // namespace answerbox::client
