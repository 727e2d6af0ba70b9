// The letters that two texts share.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace answerbox::client::tags {

inline constexpr std::uint32_t kNoLetter = 0xffffffff;

// Finds where the letters of `from` stand in `to`: for each the place in `to`,
// or kNoLetter. A stretch of 14 letters that occurs once in each of the texts
// is taken to be the same, and so are the equal letters before and after it; so
// the order of stretches may differ. Between them, 6 letters are enough. No
// place is given twice. Takes n log n time and some 50 bytes for each letter.
// Precondition: both are shorter than kNoLetter.
[[nodiscard]] std::vector<std::uint32_t> MatchLetters(std::u32string_view from,
                                                      std::u32string_view to);

}  // namespace answerbox::client::tags
