// Recognises the marks of lists: bullets, and numbers and letters in sequence.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::layout {

// Whether a run that stands alone is a bullet. `is_symbol_font` matters because
// symbol fonts draw bullets where other fonts have letters.
[[nodiscard]] bool IsBullet(std::string_view text, bool is_symbol_font);

// Whether a bullet is a dash or similar. Alone in a cell, it says that the cell
// is empty.
[[nodiscard]] bool IsWeakBullet(char32_t c);

// Whether a font family's name is that of a symbol font, such as Wingdings.
[[nodiscard]] bool IsSymbolFont(std::string_view family);

// Whether a run that stands alone is a list number: "2.", "(a)", "iv)", "[12]".
[[nodiscard]] bool IsListNumber(std::string_view text);

// The mark at the beginning of a line of several words, and the text after it;
// both empty if the line begins with none.
struct LeadingMark {
  std::string_view mark;
  std::string_view text;
};
[[nodiscard]] LeadingMark FindLeadingMark(std::string_view line);

// Whether a mark counts by digits or letters, and is not a bullet.
[[nodiscard]] bool IsCountingMark(std::string_view mark);

// Returns the places in a sequence that a mark may mean: "c." is the third
// letter and, as it is no Roman number, nothing else; "i." may be both. Places
// in different sequences never differ by 1.
[[nodiscard]] std::vector<std::int32_t> MarkPlaces(std::string_view mark);

// Returns the mark before a number or a single letter in the same form: "(2)"
// for "(3)". Empty for the first one and for other marks.
[[nodiscard]] std::string MarkBefore(std::string_view mark);

// Whether a mark with places `after` may follow one with places `before`.
[[nodiscard]] bool MayFollow(std::span<const std::int32_t> before,
                             std::span<const std::int32_t> after);

}  // namespace answerbox::client::layout
