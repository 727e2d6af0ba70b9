// The YAML block some writers put before their Markdown.
#pragma once

#include <string_view>

namespace answerbox::client {

// Returns `text` without its front matter: a first line `---`, lines that look
// like YAML, and a line `---` or `...`. Other text is returned whole: a rule at
// the beginning of a document is not taken for front matter.
[[nodiscard]] std::string_view WithoutFrontMatter(std::string_view text);

}  // namespace answerbox::client
