// Numbers as they are written in English: "1,000", "1 000", "2.5", ".5", "0,5",
// "0·5", "-20", "minus 20", "½", "2 1/2", "10^3", "twenty-four", "two hundred
// and fifty", "half a", "one and a half", "a dozen".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::engine {

// An exact fraction in lowest terms; the denominator is at least 1. Quantities
// that are written in other units or other words are the same only if their
// fractions are.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// Largest magnitude of both parts. Larger results are nothing.
inline constexpr std::int64_t kMaxRatioPart = 1'000'000'000'000'000;

// numerator / denominator; nothing if a part is too large or the denominator
// is 0.
[[nodiscard]] std::optional<Ratio> MakeRatio(std::int64_t numerator,
                                             std::int64_t denominator) noexcept;
[[nodiscard]] std::optional<Ratio> Sum(const Ratio& a, const Ratio& b) noexcept;
[[nodiscard]] std::optional<Ratio> Product(const Ratio& a,
                                           const Ratio& b) noexcept;
// Nothing if `b` is 0.
[[nodiscard]] std::optional<Ratio> Quotient(const Ratio& a,
                                            const Ratio& b) noexcept;

[[nodiscard]] bool IsLess(const Ratio& a, const Ratio& b) noexcept;

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
// large (kMaxRatioPart). Reads at most some 20 pieces.
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
