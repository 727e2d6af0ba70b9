// Takes the marks off the letters of a word, as people do who lack the keys:
// "Meniere" for "Ménière", "oedema" for "œdema".
#pragma once

#include <array>
#include <string_view>

#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

using PlainLetters = std::array<char, kMaxTermBytes>;

// Returns `folded`, with base letters for letters with marks, and plain letters
// for ligatures. Other characters stay. Text that does not fit into `buffer` is
// cut off. Allocates nothing.
//   folded  valid UTF-8, in lower case
[[nodiscard]] std::string_view ToPlainLetters(std::string_view folded,
                                              PlainLetters& buffer) noexcept;

}  // namespace answerbox::engine
