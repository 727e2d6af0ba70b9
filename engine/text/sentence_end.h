// Whether punctuation ends a sentence before a gap of white space.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `sentence` holds the words before the gap, from the beginning of the
// sentence; `rest` begins with the word after the gap. Neither is empty, nor
// begins or ends with white space. Reads the last words of `sentence` and the
// first words of `rest` only.
[[nodiscard]] bool EndsSentence(std::string_view sentence,
                                std::string_view rest) noexcept;

}  // namespace answerbox::engine
