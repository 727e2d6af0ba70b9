// The bytes of words in lower case, with 0 for each byte between words. Many
// at once, as every byte of a text is looked at.
#pragma once

#include <cstdint>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

// Eight bytes. Letters, digits, apostrophes, hyphens and bytes from 0x80 on are
// bytes of words.
[[nodiscard]] constexpr std::uint64_t PlainOf(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kLowerBits = 0x20 * kEveryByte;
  const std::uint64_t ascii = bytes & ~kHighBits;
  // This bit makes a letter of nothing but a letter.
  const std::uint64_t letters =
      MarkAsciiRange(ascii | kLowerBits, 'a', 'z') & ~bytes & kHighBits;
  const std::uint64_t others = MarkAsciiRange(ascii, '0', '9') |
                               MarkAsciiRange(ascii, '\'', '\'') |
                               MarkAsciiRange(ascii, '-', '-') | bytes;
  const std::uint64_t plain = letters | (others & kHighBits);
  // A mark becomes all the bits of its byte.
  return (bytes | letters >> 2) & ((plain << 1) - (plain >> 7));
}

#if defined(__SSE2__) || defined(__ARM_NEON)
// Sixteen bytes in the vector extensions that g++ and clang share. Without such
// registers a compiler would go through them one by one.
using PlainBytes = unsigned char __attribute__((vector_size(16)));

[[nodiscard]] inline PlainBytes PlainOf(const PlainBytes& bytes) noexcept {
  const PlainBytes is_upper = (bytes >= 'A') & (bytes <= 'Z');
  const PlainBytes lower = bytes | (is_upper & ('a' - 'A'));
  const PlainBytes is_plain =
      ((lower >= 'a') & (lower <= 'z')) | ((bytes >= '0') & (bytes <= '9')) |
      (bytes >= 0x80) | (bytes == '\'') | (bytes == '-');
  return lower & is_plain;
}

// Letters in lower case, with a space for each other byte.
[[nodiscard]] inline PlainBytes LettersOf(const PlainBytes& bytes) noexcept {
  const PlainBytes lower = bytes | ' ';
  const PlainBytes is_letter = (lower >= 'a') & (lower <= 'z');
  return ((lower ^ ' ') & is_letter) ^ ' ';
}
#else
using PlainBytes = std::uint64_t;

[[nodiscard]] constexpr std::uint64_t LettersOf(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kSpaces = ' ' * kEveryByte;
  const std::uint64_t letters = MarkRange(bytes | kSpaces, 'a', 'z');
  const std::uint64_t is_letter = (letters << 1) - (letters >> 7);
  return ((bytes | kSpaces) & is_letter) | (kSpaces & ~is_letter);
}
#endif

}  // namespace answerbox::engine
