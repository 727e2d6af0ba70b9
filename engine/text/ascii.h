// Classes of bytes: ASCII by table, without a locale. Bytes from 0x80 on have a
// class of their own and are neither letters, digits nor blanks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

enum ByteClass : std::uint8_t {
  kSpaceByte = 1,  // What Python's `\s` matches: kAsciiSpace and 0x1c to 0x1f.
  kLowerByte = 2,
  kUpperByte = 4,
  kDigitByte = 8,
  kNonAsciiByte = 16,  // Lead or continuation byte of a longer character.
  kLetterByte = kLowerByte | kUpperByte,
};

inline constexpr std::array<std::uint8_t, 256> kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = kLowerByte;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) classes[c] = kUpperByte;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kDigitByte;
  for (std::size_t c = 0x09; c <= 0x0d; ++c) classes[c] = kSpaceByte;
  for (std::size_t c = 0x1c; c <= 0x20; ++c) classes[c] = kSpaceByte;
  for (std::size_t c = 0x80; c <= 0xff; ++c) classes[c] = kNonAsciiByte;
  return classes;
}();

[[nodiscard]] constexpr std::uint8_t ClassOf(char c) noexcept {
  return kByteClasses[static_cast<unsigned char>(c)];
}

// Whether `c` is of one of the classes, which are ByteClass bits.
[[nodiscard]] constexpr bool Is(char c, int classes) noexcept {
  return (ClassOf(c) & classes) != 0;
}

[[nodiscard]] constexpr bool IsDigit(char c) noexcept {
  return Is(c, kDigitByte);
}
[[nodiscard]] constexpr bool IsLetter(char c) noexcept {
  return Is(c, kLetterByte);
}
// A letter, a digit or a byte of a character that is not ASCII.
[[nodiscard]] constexpr bool IsWordByte(char c) noexcept {
  return Is(c, kLetterByte | kDigitByte | kNonAsciiByte);
}

[[nodiscard]] constexpr char ToLowerAscii(char c) noexcept {
  return Is(c, kUpperByte) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char ToUpperAscii(char c) noexcept {
  return Is(c, kLowerByte) ? static_cast<char>(c - 'a' + 'A') : c;
}

// Sets of blanks. Formats differ in which bytes they skip.
inline constexpr std::string_view kBlanks = " \t";
// In a line that may end with the carriage return of "\r\n".
inline constexpr std::string_view kLineBlanks = " \t\r";
// White space of JSON (RFC 8259, section 2).
inline constexpr std::string_view kJsonSpace = " \t\n\r";
// What C's isspace() accepts in the locale "C".
inline constexpr std::string_view kAsciiSpace = " \t\n\v\f\r";

[[nodiscard]] constexpr bool IsOneOf(char c, std::string_view set) noexcept {
  return set.find(c) != std::string_view::npos;
}

// Whether all of `text` is in `set`; true for an empty text.
[[nodiscard]] constexpr bool HasOnly(std::string_view text,
                                     std::string_view set) noexcept {
  return text.find_first_not_of(set) == std::string_view::npos;
}

// The text without what is in `set` at its end, or at both ends.
[[nodiscard]] constexpr std::string_view TrimEnd(
    std::string_view text, std::string_view set) noexcept {
  return text.substr(0, text.find_last_not_of(set) + 1);
}
[[nodiscard]] constexpr std::string_view Trim(std::string_view text,
                                              std::string_view set) noexcept {
  const std::size_t begin = text.find_first_not_of(set);
  if (begin == std::string_view::npos) return {};
  return TrimEnd(text.substr(begin), set);
}

}  // namespace answerbox::engine
