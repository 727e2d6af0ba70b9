// Words that cannot end a phrase: articles, prepositions, conjunctions,
// auxiliaries. A sentence goes on after a line that ends with one.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `word` is in lower case.
[[nodiscard]] bool IsLinkingWord(std::string_view word) noexcept;

}  // namespace answerbox::engine
