// Makes the labels that word processors count themselves: "3.", "IV", "b)",
// "2.1".
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

// The longest label in bytes. A longer one is not shown, so no more of
// its parts is kept (LabelPart): each item makes a label of them.
inline constexpr std::size_t kMaxLabelBytes = 60;
[[nodiscard]] inline std::string_view LabelPart(std::string_view text) {
  return text.substr(0, 4 * kMaxLabelBytes);
}

// Returns `number` as a label. Letters continue as "aa", "bb"; a number without
// such a form, as a Roman zero, is decimal.
[[nodiscard]] std::string Numeral(int number, Numerals numerals);

// Whether a text is only the mark of an item, such as "•", "3." or "(b)".
[[nodiscard]] bool IsListMark(std::string_view text);

// Returns the UTF-8 character that a symbol font shows at a code; empty if it
// is unknown. Word gives codes in the private area (U+F020 to U+F0FF). `font`
// is "Symbol" or one of Wingdings.
[[nodiscard]] std::string_view SymbolOf(std::string_view font, unsigned code);

}  // namespace answerbox::client::package
