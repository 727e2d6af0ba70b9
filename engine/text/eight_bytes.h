// Operations on eight bytes of text at a time. A byte is marked by its high
// bit. Most words end within eight bytes, so these functions need no loop: a
// loop end that the processor predicts wrongly costs more than all the
// arithmetic here.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace answerbox::engine {

inline constexpr std::uint64_t kEveryByte = 0x0101010101010101u;
inline constexpr std::uint64_t kHighBits = 0x80 * kEveryByte;

// The bytes at `from`, the first one lowest.
[[nodiscard]] inline std::uint64_t LoadEightBytes(const char* from) noexcept {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// Loads up to eight bytes, followed by zeros, with two loads that overlap. A
// memcpy of a variable length would be a function call.
[[nodiscard]] inline std::uint64_t LoadUpToEightBytes(
    const char* from, std::size_t size) noexcept {
  const auto load = [from]<typename Word>(Word word, std::size_t at) {
    std::memcpy(&word, from + at, sizeof word);
    return std::uint64_t{word};
  };
  if (size >= 8) return LoadEightBytes(from);
  if (size >= 4) {
    return load(std::uint32_t{}, 0) | load(std::uint32_t{}, size - 4)
                                          << (8 * size - 32);
  }
  if (size >= 2) {
    return load(std::uint16_t{}, 0) | load(std::uint16_t{}, size - 2)
                                          << (8 * size - 16);
  }
  return size == 0 ? 0 : static_cast<unsigned char>(*from);
}

// The same for 1 to 8 bytes where eight bytes can be read. Needs no branch.
[[nodiscard]] inline std::uint64_t LoadBytesOfEight(const char* from,
                                                    std::size_t size) noexcept {
  return LoadEightBytes(from) & ~std::uint64_t{0} >> (64 - 8 * size);
}

// Marks the bytes from `first` to `last`. Precondition: all eight bytes are
// ASCII. The bits below the marks hold anything. Each byte's sum stays below
// 0x100, so nothing is carried into the next byte.
[[nodiscard]] constexpr std::uint64_t MarkAsciiRange(
    std::uint64_t ascii, std::uint8_t first, std::uint8_t last) noexcept {
  const std::uint64_t at_least = ascii + (0x80u - first) * kEveryByte;
  const std::uint64_t above = ascii + (0x7Fu - last) * kEveryByte;
  return at_least & ~above;
}

// Marks the ASCII characters from `first` to `last`.
[[nodiscard]] constexpr std::uint64_t MarkRange(std::uint64_t bytes,
                                                std::uint8_t first,
                                                std::uint8_t last) noexcept {
  return MarkAsciiRange(bytes & ~kHighBits, first, last) & ~bytes & kHighBits;
}

// Turns capitals into lower-case letters. The two differ in bit 0x20, which is
// a mark (0x80) shifted right by 2.
[[nodiscard]] constexpr std::uint64_t ToLowerAscii(
    std::uint64_t bytes) noexcept {
  return bytes | MarkRange(bytes, 'A', 'Z') >> 2;
}

// The eight marks as eight bits; the first byte's mark is the lowest. The
// multiplication moves each mark to its own bit of the highest byte.
[[nodiscard]] constexpr std::uint64_t GatherMarks(
    std::uint64_t marks) noexcept {
  return (marks >> 7) * 0x0102040810204080u >> 56;
}

// Index of the first marked byte; 8 when none is.
[[nodiscard]] constexpr std::size_t FirstMark(std::uint64_t marks) noexcept {
  return static_cast<std::size_t>(std::countr_zero(marks)) / 8;
}

// The bytes of words in lower case, with 0 for each byte between words. Many
// at once, as every byte of a text is looked at.

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
