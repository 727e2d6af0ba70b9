// Small raised numbers: reference marks ("hospital.1") and exponents ("m2").
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client::layout {

// Returns `raised`, a small raised run directly after the text `before`, as it
// is written in a line:
//   - A reference mark, after a word or a sentence's end, becomes "[1]", and
//     "1,2" becomes "[1][2]": written as plain digits it would become a part of
//     the word, and the sentence would not end there.
//   - An exponent, after a number or a unit of length, becomes superscript
//     digits: written as plain digits 10 to the power of 3 would read 103.
// Other text stays as it is.
[[nodiscard]] std::string RaisedText(std::string_view before,
                                     std::string_view raised);

}  // namespace answerbox::client::layout
