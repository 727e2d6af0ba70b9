// Signs that stand raised or lowered beside others: powers, indices, marks of
// footnotes, ends of ordinals. As plain digits they would be a part of the
// number before them.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Returns how `inside` is written after `before`, the end of the text in front
// of it: powers as raised digits ("10⁹", "m²"), ends of ordinals and words as
// they are, marks of footnotes in brackets ("15[1] ml").
//   is_note  it leads to a note
[[nodiscard]] std::string Raised(std::string_view before,
                                 std::string_view inside, bool is_note);

// Lowered digits and signs ("CO₂"); other text as it is.
[[nodiscard]] std::string Lowered(std::string_view inside);

// The numerator of a fraction whose parts are raised and lowered: "2 1" of
// "2 1/2".
[[nodiscard]] std::string Numerator(std::string_view before,
                                    std::string_view inside);

// The slash of fractions, U+2044.
inline constexpr std::string_view kFractionSlash = "\xE2\x81\x84";

// A formula as TeX writes it, in plain signs: "10^9" is "10⁹". Empty where it
// holds commands that have none.
[[nodiscard]] std::string PlainFormula(std::string_view tex);

}  // namespace answerbox::client
