// Raised or lowered signs: powers, indices, marks of footnotes, ends of
// ordinals. As plain digits they would become a part of the number before them.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Returns how `inside` is written after the text `before`: powers as raised
// digits ("10⁹", "m²"), ends of ordinals and words unchanged, marks of
// footnotes in brackets ("15[1] ml").
//   is_note  `inside` links to a note
[[nodiscard]] std::string Raised(std::string_view before,
                                 std::string_view inside, bool is_note);

// Returns lowered digits and signs ("CO₂"); other text unchanged.
[[nodiscard]] std::string Lowered(std::string_view inside);

// Returns the numerator of a fraction whose parts are raised and lowered, as it
// is written after `before`: "2 1" of "2 1/2".
[[nodiscard]] std::string Numerator(std::string_view before,
                                    std::string_view inside);

// The slash of fractions, U+2044.
inline constexpr std::string_view kFractionSlash = "\xE2\x81\x84";

// Returns a TeX formula in plain signs: "10^9" becomes "10⁹". Empty if it has
// commands without a plain sign.
[[nodiscard]] std::string PlainFormula(std::string_view tex);

}  // namespace answerbox::client
