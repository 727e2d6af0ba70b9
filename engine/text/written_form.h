// Finds a date, time, number or telephone number in a text in one written form,
// with its signs: "1/2" is neither "1 or 2" nor "1-2".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/text/term_normalizer.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// Returns the first place at or after byte `from` where `text` has `form`, with
// no letter, digit or further part of a number right before or after it.
// "10:30" and "at 10.30" are not found before "am" or "pm".
//   form  not empty. Bytes as they stand in the text, except:
//           ' '  white space, or none
//           '~'  up to three blanks, brackets, hyphens, points or slashes
//           '+'  at the beginning: "+" or "00", and any country code
//         Letters a to z also stand for A to Z, unless the form begins with
//         '=', which is dropped.
[[nodiscard]] std::optional<ByteRange> FindWrittenForm(
    std::string_view text, std::string_view form,
    std::size_t from = 0) noexcept;

// A word without the marks on its letters, as people write it who lack the
// keys: "Meniere" for "Ménière", "oedema" for "œdema".
using PlainLetters = std::array<char, kMaxTermBytes>;

// Returns `folded`, with base letters for letters with marks, and plain letters
// for ligatures. Other characters stay. Text that does not fit into `buffer` is
// cut off. Allocates nothing.
//   folded  valid UTF-8, in lower case
[[nodiscard]] std::string_view ToPlainLetters(std::string_view folded,
                                              PlainLetters& buffer) noexcept;

}  // namespace answerbox::engine
