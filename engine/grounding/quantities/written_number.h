// Numbers as they are written in English: "1,000", "1 000", "2.5", ".5", "0,5",
// "0·5", "-20", "minus 20", "½", "2 1/2", "10^3", "twenty-four", "two hundred
// and fifty", "half a", "one and a half", "a dozen".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/ratio.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

[[nodiscard]] inline std::string_view TextOf(std::string_view text,
                                             ByteRange range) noexcept {
  return text.substr(range.begin, range.end - range.begin);
}

// A word, a number in digits, or a single character between them.
struct TextPiece {
  enum class Kind : std::uint8_t { kEnd, kDigits, kWord, kSign };

  Kind kind = Kind::kEnd;
  ByteRange range;
  // The character of a kSign, with dashes as '-', and signs of comparison as
  // '<', '>', 'L' (at most) and 'G' (at least).
  char32_t sign = 0;
};

// The next piece at or after `position`; white space is skipped. Linear in the
// skipped white space and the piece's length.
[[nodiscard]] TextPiece PieceAt(std::string_view text,
                                std::uint32_t position) noexcept;

struct WrittenNumber {
  ByteRange range;
  Ratio value;
  bool is_word = false;      // No digit in it.
  bool is_fraction = false;  // "half", "two-thirds", "1/2".
  bool is_ordinal = false;   // "first", "2nd".
  // Digits without commas, points and sign; 0 if it is no such number.
  std::uint8_t plain_digits = 0;
};

// The number that begins with `piece`. Nothing if none does, or if it is too
// large (ratio.h). Reads at most some 20 pieces.
[[nodiscard]] std::optional<WrittenNumber> NumberAt(
    std::string_view text, const TextPiece& piece) noexcept;

// Whether two words are the same in lower, upper or mixed case.
//   lower, words  in lower case
[[nodiscard]] bool IsSameWord(std::string_view word, std::string_view lower);
[[nodiscard]] bool IsOneOf(std::string_view word,
                           std::initializer_list<std::string_view> words);
// Whether the piece is a word, and this one. `word` is in lower case.
[[nodiscard]] bool Is(std::string_view text, const TextPiece& piece,
                      std::string_view word) noexcept;

}  // namespace answerbox::engine
