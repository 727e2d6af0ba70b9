// Words that carry no meaning of their own in English: articles, pronouns,
// prepositions, auxiliaries, and their contractions.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `word` is in lower case, its apostrophe plain, a possessive "'s" dropped.
[[nodiscard]] bool IsStopWord(std::string_view word) noexcept;

}  // namespace answerbox::engine
