// The labels that word processors count themselves: "3.", "IV", "b)", "2.1".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client::package {

enum class Numerals {
  kNone,
  kDecimal,
  kZero,
  kLower,
  kUpper,
  kRoman,
  kUpperRoman
};

// A label is gone through for each item, and one that is longer than its own
// bound is shown nowhere: no more of its parts is kept.
inline constexpr std::size_t kMaxLabelBytes = 60;
[[nodiscard]] inline std::string_view LabelPart(std::string_view text) {
  return text.substr(0, 4 * kMaxLabelBytes);
}

// `number` as a label. Letters go on as "aa", "bb"; what has no such form, as a
// Roman zero, is decimal.
[[nodiscard]] std::string Numeral(int number, Numerals numerals);

// Whether a text is but the mark of an item, such as "•", "3." or "(b)".
[[nodiscard]] bool IsListMark(std::string_view text);

// The letter that a symbol font shows at a code, as UTF-8. Word gives codes in
// the private area (U+F020 to U+F0FF). `font` is "Symbol" or one of Wingdings;
// empty where the sign is not known.
[[nodiscard]] std::string_view SymbolOf(std::string_view font, unsigned code);

}  // namespace answerbox::client::package
