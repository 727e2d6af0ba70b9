// Classifies and counts the characters of UTF-8 text, and walks over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/text/character_class.h"

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

// Walks over a text to match it against a pattern, such as "Table 2.1:". Each
// Take... moves over what its name says, or else stays in place.
class Cursor {
 public:
  explicit Cursor(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] std::size_t offset() const noexcept { return at_; }
  [[nodiscard]] std::string_view rest() const noexcept {
    return text_.substr(at_);
  }
  [[nodiscard]] std::string_view taken() const noexcept {
    return text_.substr(0, at_);
  }
  [[nodiscard]] char32_t next() const noexcept {
    return at_end() ? 0 : engine::Decode(text_, at_).code_point;
  }
  void MoveTo(std::size_t offset) noexcept { at_ = offset; }

  bool Take(char32_t c) noexcept {
    return TakeIf([c](char32_t found) { return found == c; });
  }

  bool TakeAnyOf(std::u32string_view set) noexcept {
    return TakeIf(
        [set](char32_t c) { return set.find(c) != std::u32string_view::npos; });
  }

  template <typename Predicate>
  bool TakeIf(Predicate matches) noexcept {
    if (at_end()) return false;
    const auto c = engine::Decode(text_, at_);
    if (!matches(c.code_point)) return false;
    at_ += c.bytes;
    return true;
  }

  // Returns the number of characters taken, at most `most`.
  template <typename Predicate>
  std::size_t TakeWhile(Predicate matches,
                        std::size_t most = std::string_view::npos) noexcept {
    std::size_t count = 0;
    while (count < most && TakeIf(matches)) ++count;
    return count;
  }

  std::size_t TakeDigits(std::size_t most = std::string_view::npos) noexcept {
    return TakeWhile([](char32_t c) { return c >= U'0' && c <= U'9'; }, most);
  }
  std::size_t TakeSpaces() noexcept { return TakeWhile(engine::IsSpace); }
  std::size_t TakeNonWord() noexcept {
    return TakeWhile([](char32_t c) { return !IsWordCharacter(c); });
  }

  // Takes the text in any case; `lower` is ASCII in lower case.
  bool TakeText(std::string_view lower) noexcept {
    if (!StartsWithAnyCase(rest(), lower)) return false;
    at_ += lower.size();
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace answerbox::client::layout
