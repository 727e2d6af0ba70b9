// Whether a text can be the beginning of a sentence.
#pragma once

#include <string_view>

namespace answerbox::engine {

// `text` begins with a character that is not white space. A sentence can begin
// with a capital, a digit, a currency sign or a bullet. Opening quotes,
// brackets and emphasis marks may stand before it, or a dash that begins a list
// item.
[[nodiscard]] bool CanBeginSentence(std::string_view text) noexcept;

// `text` without the opening quotes, brackets and emphasis marks before its
// first word; at most four are dropped.
[[nodiscard]] std::string_view DropOpeners(std::string_view text) noexcept;

}  // namespace answerbox::engine
