#include "client/convert/layout/lines/characters.h"

#include <algorithm>

#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

using engine::Decode;

template <typename Predicate>
std::uint32_t LongestStretch(std::string_view text, Predicate belongs) {
  std::uint32_t longest = 0;
  std::uint32_t stretch = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = Decode(text, at);
    stretch = belongs(c.code_point) ? stretch + 1 : 0;
    longest = std::max(longest, stretch);
    at += c.bytes;
  }
  return longest;
}

// Returns where the last character begins. Precondition: !text.empty(). Goes
// back over continuation bytes (10xxxxxx), at most three on malformed text.
std::size_t LastStart(std::string_view text) {
  std::size_t at = text.size() - 1;
  // At most three continuation bytes end a character.
  for (int back = 0; back < 3 && at > 0; ++back) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0u) != 0x80u) break;
    --at;
  }
  return at;
}

}  // namespace

// Every byte but continuation bytes begins a character.
std::uint32_t CountCharacters(std::string_view text) noexcept {
  std::uint32_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0u) != 0x80u) ++count;
  }
  return count;
}

char32_t FirstCharacter(std::string_view text) noexcept {
  return text.empty() ? 0 : Decode(text, 0).code_point;
}

char32_t LastCharacter(std::string_view text) noexcept {
  return text.empty() ? 0 : Decode(text, LastStart(text)).code_point;
}

std::string_view WithoutLastCharacter(std::string_view text) noexcept {
  return text.empty() ? text : text.substr(0, LastStart(text));
}

bool IsLetter(char32_t c) noexcept {
  return engine::IsAlphanumeric(c) && !engine::IsDecimalDigit(c);
}

bool IsWordCharacter(char32_t c) noexcept {
  return c == U'_' || engine::IsAlphanumeric(c);
}

bool StartsSmall(std::string_view text) noexcept {
  return engine::IsSmall(FirstCharacter(text));
}

bool StartsCapital(std::string_view text) noexcept {
  return engine::IsUpper(FirstCharacter(text));
}

bool HasLetters(std::string_view text, int count) noexcept {
  return LongestStretch(text, IsLetter) >= static_cast<std::uint32_t>(count);
}

std::uint32_t CountLetters(std::string_view text) noexcept {
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = Decode(text, at);
    if (IsLetter(c.code_point)) ++count;
    at += c.bytes;
  }
  return count;
}

std::string_view Trim(std::string_view text) noexcept {
  while (!text.empty() && engine::IsSpace(FirstCharacter(text))) {
    text.remove_prefix(Decode(text, 0).bytes);
  }
  while (!text.empty() && engine::Is(text.back(), engine::kSpaceByte)) {
    text.remove_suffix(1);
  }
  return text;
}

// ASCII is enough: all words that are compared are English or parts of fonts'
// names.
std::string ToLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = engine::ToLowerAscii(c);
  return lower;
}

// A heading and its line in the contents differ in leaders, blanks and
// punctuation, but not in letters and digits.
std::string WordKey(std::string_view text) {
  std::string key;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = Decode(text, at);
    if (IsWordCharacter(c.code_point)) {
      for (const char byte : text.substr(at, c.bytes)) {
        key += engine::ToLowerAscii(byte);
      }
    }
    at += c.bytes;
  }
  return key;
}

bool StartsWithAnyCase(std::string_view text, std::string_view lower) noexcept {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (engine::ToLowerAscii(text[i]) != lower[i]) return false;
  }
  return true;
}

bool EqualsAnyCase(std::string_view text, std::string_view lower) noexcept {
  return text.size() == lower.size() && StartsWithAnyCase(text, lower);
}

}  // namespace answerbox::client::layout
