// Characters that show nothing where no script or emoji needs them.
#pragma once

namespace answerbox::engine {

// Unicode's property Default_Ignorable_Code_Point (UAX #44), as in
// DerivedCoreProperties.txt of version 14: joiners, variation selectors,
// fillers, tags, and the code points that are reserved for more of them.
[[nodiscard]] bool IsDefaultIgnorable(char32_t c) noexcept;

// Joiners and non-joiners, which Persian, Hindi and joined emoji need.
[[nodiscard]] constexpr bool IsJoiner(char32_t c) noexcept {
  return c == 0x200c || c == 0x200d;
}

// Variation selectors of ideographs, symbols and emoji. Those of Mongolian are
// none of these.
[[nodiscard]] constexpr bool IsVariationSelector(char32_t c) noexcept {
  return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

}  // namespace answerbox::engine
