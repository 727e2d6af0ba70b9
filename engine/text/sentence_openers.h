// Words that, with a capital, begin a new sentence rather than go on with a
// name: what follows "the U.S." or "vitamin C." tells which it is.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `word` is in lower case.
[[nodiscard]] bool IsSentenceOpener(std::string_view word) noexcept;

}  // namespace answerbox::engine
