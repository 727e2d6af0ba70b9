#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/text/character_class.h"
#include "engine/text/written_form.h"

namespace answerbox::engine {
namespace {

// Ligatures and letters that Unicode does not decompose.
struct Ligature {
  char32_t letter;
  std::string_view plain;
};
constexpr Ligature kLigatures[] = {
    {U'\u00df', "ss"}, {U'\u00e6', "ae"}, {U'\u00f0', "d"}, {U'\u00f8', "o"},
    {U'\u00fe', "th"}, {U'\u0111', "d"},  {U'\u0127', "h"}, {U'\u0131', "i"},
    {U'\u0142', "l"},  {U'\u0153', "oe"},
};

std::string_view PlainOf(char32_t letter) noexcept {
  for (const Ligature& known : kLigatures) {
    if (known.letter == letter) return known.plain;
  }
  return {};
}

// Returns the first code point of the canonical decomposition if it is ASCII,
// and else `letter`. In other scripts marks distinguish letters, so they stay.
char32_t BaseOf(char32_t letter) noexcept {
  std::array<utf8proc_int32_t, 8> parts;
  const auto count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(letter), parts.data(), parts.size(),
      UTF8PROC_DECOMPOSE, nullptr);
  if (count < 1 || count > static_cast<utf8proc_ssize_t>(parts.size()) ||
      parts[0] >= 0x80) {
    return letter;
  }
  return static_cast<char32_t>(parts[0]);
}

bool IsCombiningMark(char32_t c) noexcept { return c >= 0x300 && c < 0x370; }

}  // namespace

std::string_view ToPlainLetters(std::string_view folded,
                                PlainLetters& buffer) noexcept {
  std::size_t size = 0;
  for (std::size_t at = 0; at < folded.size();) {
    const Character c = Decode(folded, at);
    std::string_view plain = folded.substr(at, c.bytes);
    at += c.bytes;
    char base = 0;
    if (c.code_point >= 0x80) {
      if (IsCombiningMark(c.code_point)) continue;
      const char32_t letter = BaseOf(c.code_point);
      if (const auto letters = PlainOf(c.code_point); !letters.empty()) {
        plain = letters;
      } else if (letter < 0x80) {
        base = static_cast<char>(letter);
        plain = {&base, 1};
      }
    }
    if (buffer.size() - size < plain.size()) break;
    std::ranges::copy(plain, buffer.begin() + size);
    size += plain.size();
  }
  return {buffer.data(), size};
}

}  // namespace answerbox::engine
