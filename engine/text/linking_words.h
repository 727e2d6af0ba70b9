// Words that a phrase does not end with: articles, prepositions, conjunctions,
// auxiliaries. A line that ends with one goes on.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `word` is in lower case.
[[nodiscard]] bool IsLinkingWord(std::string_view word) noexcept;

}  // namespace answerbox::engine
