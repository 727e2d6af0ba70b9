// The two forms of numbers that written_number.h puts together: in digits and
// in words.
//
// A comma before exactly three digits groups thousands, but for a single zero
// before it ("0,125"). Before another count of digits it is a decimal comma,
// but not in a list ("1,2,3") or before a year ("12,2020").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/written_number.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// Longer numbers in digits are no quantities.
inline constexpr std::uint32_t kMaxDigits = 15;

// Whether a number begins at `begin`: with a digit, or with a point before one
// (".5", after a blank or a bracket).
//   begin  [0, text.size())
[[nodiscard]] bool BeginsWithDigits(std::string_view text,
                                    std::uint32_t begin) noexcept;

// Where the number that begins at `begin` ends. Linear in its length.
[[nodiscard]] std::uint32_t DigitsEnd(std::string_view text,
                                      std::uint32_t begin) noexcept;

struct Digits {
  Ratio value;  // At least 0.
  // How many there are, if there is nothing but digits; else 0.
  std::uint8_t plain = 0;
};

// The number that begins at `begin`; nothing if it is too large.
[[nodiscard]] std::optional<Digits> ReadDigits(std::string_view text,
                                               std::uint32_t begin) noexcept;

// Whether a number after `before` may begin with its sign or its point: "(-20",
// "> .5".
[[nodiscard]] bool MayPrecedeNumber(std::string_view before) noexcept;

// The number in words that begins with the word `first`; nothing if it is too
// large.
[[nodiscard]] std::optional<WrittenNumber> NumberInWords(
    std::string_view text, const TextPiece& first) noexcept;
// What a word such as "million" multiplies a number in digits by. Nothing for
// hundreds and dozens, which are counted: "5 dozen eggs".
[[nodiscard]] std::optional<std::int64_t> LargeScaleOf(
    std::string_view word) noexcept;
// The number with another value, as far as `end`; nothing if the value is too
// large.
[[nodiscard]] inline std::optional<WrittenNumber> With(
    WrittenNumber number, const std::optional<Ratio>& value,
    std::uint32_t end) noexcept {
  if (!value) return std::nullopt;
  number.value = *value;
  number.range.end = end;
  return number;
}

}  // namespace answerbox::engine
