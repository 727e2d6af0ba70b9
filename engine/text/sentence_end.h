// Whether punctuation ends a sentence before a gap of white space.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `sentence` runs from its beginning to its last word so far, `rest` from the
// next word on; neither begins or ends with white space, neither is empty.
// Looks at the last word of one and the first of the other, and a little
// further.
[[nodiscard]] bool EndsSentence(std::string_view sentence,
                                std::string_view rest) noexcept;

}  // namespace answerbox::engine
