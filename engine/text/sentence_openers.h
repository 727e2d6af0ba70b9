// Words that, when capitalised, begin a new sentence rather than continue a
// name. The word after "the U.S." or "vitamin C." shows whether the full stop
// ended a sentence.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `word` is in lower case.
[[nodiscard]] bool IsSentenceOpener(std::string_view word) noexcept;

}  // namespace answerbox::engine
