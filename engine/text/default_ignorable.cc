#include "engine/text/default_ignorable.h"

#include <algorithm>
#include <iterator>

namespace answerbox::engine {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// https://www.unicode.org/Public/14.0.0/ucd/DerivedCoreProperties.txt,
// adjoining ranges joined. In ascending order.
constexpr Range kDefaultIgnorable[] = {
    {0x00ad, 0x00ad},    // Soft hyphen.
    {0x034f, 0x034f},    // Grapheme joiner.
    {0x061c, 0x061c},    // Arabic letter mark.
    {0x115f, 0x1160},    // Fillers of Hangul.
    {0x17b4, 0x17b5},    // Inherent vowels of Khmer.
    {0x180b, 0x180f},    // Selectors and vowel separator of Mongolian.
    {0x200b, 0x200f},    // Spaces without width, joiners, direction marks.
    {0x202a, 0x202e},    // Directions.
    {0x2060, 0x206f},    // Word joiner, operators, directions; U+2065 reserved.
    {0x3164, 0x3164},    // Filler of Hangul.
    {0xfe00, 0xfe0f},    // Variation selectors.
    {0xfeff, 0xfeff},    // Byte order mark.
    {0xffa0, 0xffa0},    // Half-width filler of Hangul.
    {0xfff0, 0xfff8},    // Reserved.
    {0x1bca0, 0x1bca3},  // Format controls of shorthand.
    {0x1d173, 0x1d17a},  // Format controls of music.
    {0xe0000, 0xe0fff},  // Tags, variation selectors; the rest is reserved.
};

}  // namespace

bool IsDefaultIgnorable(char32_t c) noexcept {
  const auto* const range =
      std::ranges::lower_bound(kDefaultIgnorable, c, {}, &Range::last);
  return range != std::end(kDefaultIgnorable) && range->first <= c;
}

}  // namespace answerbox::engine
