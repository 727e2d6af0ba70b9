// Escapes text for Markdown.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Returns a text of one line so that Markdown displays it unchanged: characters
// that would be markup are escaped.
[[nodiscard]] std::string MarkdownText(std::string_view line);

}  // namespace answerbox::client
