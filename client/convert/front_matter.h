// The YAML block some writers put before their Markdown.
#pragma once

#include <string_view>

namespace answerbox::client {

// `text` without its front matter: a first line `---`, lines that look like
// YAML, and a line `---` or `...`. Anything else is returned whole; a rule that
// opens a document is not mistaken for metadata.
[[nodiscard]] std::string_view WithoutFrontMatter(std::string_view text);

}  // namespace answerbox::client
