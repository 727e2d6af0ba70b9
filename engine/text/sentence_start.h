// What a sentence can begin with.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `text` begins with a character that is not white space. A capital, a digit, a
// currency sign or a bullet can begin a sentence, as it is or after opening
// quotes, brackets and emphasis marks, or after a dash that begins a list item.
[[nodiscard]] bool CanBeginSentence(std::string_view text) noexcept;

// `text` without the opening quotes, brackets and emphasis marks before its
// first word; at most four are dropped.
[[nodiscard]] std::string_view DropOpeners(std::string_view text) noexcept;

}  // namespace answerbox::engine
