// What a text begins with, ends with and is made of, in characters of UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client::layout {

// Number of characters; malformed text gives any number up to its bytes.
[[nodiscard]] std::uint32_t CountCharacters(std::string_view text) noexcept;

// The first or last character; 0 for an empty text.
[[nodiscard]] char32_t FirstCharacter(std::string_view text) noexcept;
[[nodiscard]] char32_t LastCharacter(std::string_view text) noexcept;
[[nodiscard]] std::string_view WithoutLastCharacter(
    std::string_view text) noexcept;

// A letter of a script that writes words with letters. Digits are none.
[[nodiscard]] bool IsLetter(char32_t c) noexcept;
// A letter, digit or underscore.
[[nodiscard]] bool IsWordCharacter(char32_t c) noexcept;

[[nodiscard]] bool StartsSmall(std::string_view text) noexcept;
[[nodiscard]] bool StartsCapital(std::string_view text) noexcept;

// Whether at least `count` letters stand side by side.
[[nodiscard]] bool HasLetters(std::string_view text, int count) noexcept;
[[nodiscard]] std::uint32_t CountLetters(std::string_view text) noexcept;

[[nodiscard]] std::string_view Trim(std::string_view text) noexcept;
[[nodiscard]] std::string ToLower(std::string_view text);  // ASCII alone.

// Its word characters in lower case: what a heading and its line in the
// contents share.
[[nodiscard]] std::string WordKey(std::string_view text);

// Whether the lower-case `lower` is `text`, or its beginning, in any case.
[[nodiscard]] bool EqualsAnyCase(std::string_view text,
                                 std::string_view lower) noexcept;
[[nodiscard]] bool StartsWithAnyCase(std::string_view text,
                                     std::string_view lower) noexcept;

}  // namespace answerbox::client::layout
