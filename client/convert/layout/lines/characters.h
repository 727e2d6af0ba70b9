// Classifies and counts the characters of UTF-8 text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client::layout {

// Returns the number of characters; for malformed text any number up to that of
// its bytes.
[[nodiscard]] std::uint32_t CountCharacters(std::string_view text) noexcept;

// Returns the first or last character; 0 for an empty text.
[[nodiscard]] char32_t FirstCharacter(std::string_view text) noexcept;
[[nodiscard]] char32_t LastCharacter(std::string_view text) noexcept;
[[nodiscard]] std::string_view WithoutLastCharacter(
    std::string_view text) noexcept;

// A letter of a script that writes words with letters; not a digit.
[[nodiscard]] bool IsLetter(char32_t c) noexcept;
// A letter, digit or underscore.
[[nodiscard]] bool IsWordCharacter(char32_t c) noexcept;

[[nodiscard]] bool StartsSmall(std::string_view text) noexcept;
[[nodiscard]] bool StartsCapital(std::string_view text) noexcept;

// Whether at least `count` letters follow each other.
[[nodiscard]] bool HasLetters(std::string_view text, int count) noexcept;
[[nodiscard]] std::uint32_t CountLetters(std::string_view text) noexcept;

[[nodiscard]] std::string_view Trim(std::string_view text) noexcept;
[[nodiscard]] std::string ToLower(std::string_view text);  // ASCII alone.

// Returns the word characters in lower case, which a heading and its line in
// the contents share.
[[nodiscard]] std::string WordKey(std::string_view text);

// Whether `text` equals, or begins with, the lower-case `lower`, in any case.
[[nodiscard]] bool EqualsAnyCase(std::string_view text,
                                 std::string_view lower) noexcept;
[[nodiscard]] bool StartsWithAnyCase(std::string_view text,
                                     std::string_view lower) noexcept;

}  // namespace answerbox::client::layout
