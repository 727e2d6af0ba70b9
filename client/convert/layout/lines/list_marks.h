// The marks of lists: bullets, and numbers and letters in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::layout {

// Whether a run that stands alone is a bullet. Symbol fonts draw bullets where
// other fonts have letters, hence `is_symbol_font`.
[[nodiscard]] bool IsBullet(std::string_view text, bool is_symbol_font);

// Whether a family's name is that of a font of symbols, such as Wingdings.
[[nodiscard]] bool IsSymbolFont(std::string_view family);

// Whether a run that stands alone is a number of a list: "2.", "(a)", "iv)",
// "[12]".
[[nodiscard]] bool IsListNumber(std::string_view text);

// The mark that a line of several words begins with, and the text after it;
// both empty when it begins with none.
struct LeadingMark {
  std::string_view mark;
  std::string_view text;
};
[[nodiscard]] LeadingMark FindLeadingMark(std::string_view line);

// Whether a mark counts, by digits or letters, and is no bullet.
[[nodiscard]] bool IsCountingMark(std::string_view mark);

// The places in an order that a mark may mean: "c." is 3 of letters and, as it
// is no Roman number, nothing else; "i." is both. Places of different orders
// never differ by 1.
[[nodiscard]] std::vector<std::int32_t> MarkPlaces(std::string_view mark);

// The mark before a number or a single letter, written in the same way: "(2)"
// for "(3)". Empty for the first one and for other marks.
[[nodiscard]] std::string MarkBefore(std::string_view mark);

// Whether `after` may be the mark that follows `before`.
[[nodiscard]] bool MayFollow(std::span<const std::int32_t> before,
                             std::span<const std::int32_t> after);

}  // namespace answerbox::client::layout
