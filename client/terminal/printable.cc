#include "client/terminal/printable.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "engine/text/ascii.h"
#include "engine/text/character_class.h"

namespace answerbox::client {
namespace {

// Unicode's property Bidi_Control (UAX #9), and the line and paragraph
// separators.
bool MisleadsReaders(utf8proc_int32_t character) {
  return character == 0x061C || character == 0x200E || character == 0x200F ||
         (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

// Soft hyphen, spaces without width, invisible operators, fillers, tags,
// annotations.
bool Hides(utf8proc_int32_t character) {
  const auto c = static_cast<char32_t>(character);
  return (engine::IsDefaultIgnorable(c) && !engine::IsJoiner(c) &&
          !engine::IsVariationSelector(c)) ||
         (character >= 0xFFF9 && character <= 0xFFFB);
}

// Calls `visit(bytes, is_fine)` for each character. A byte that is not UTF-8
// counts as a character that is not fine.
template <typename Visit>
// Goes by characters, not bytes: the byte 0x9B alone introduces a control
// sequence (ECMA-48), but within a letter it is harmless.
void ForEachCharacter(std::string_view text,
                      bool (*is_fine)(std::int32_t) noexcept, Visit visit) {
  while (!text.empty()) {
    utf8proc_int32_t character = -1;
    const utf8proc_ssize_t length = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
        static_cast<utf8proc_ssize_t>(text.size()), &character);
    const auto bytes = text.substr(
        0, static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 1)));
    visit(bytes, length > 0 && is_fine(character));
    text.remove_prefix(bytes.size());
  }
}

struct Character {
  std::size_t bytes;
  std::size_t columns;
};

Character First(std::string_view text) {
  utf8proc_int32_t character = -1;
  const utf8proc_ssize_t length =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &character);
  // BlankedOut replaces it with one blank.
  if (length <= 0) return {1, 1};
  if (!IsPrintable(character)) {
    return {static_cast<std::size_t>(length), static_cast<std::size_t>(length)};
  }
  const int columns = utf8proc_charwidth(character);
  return {static_cast<std::size_t>(length),
          static_cast<std::size_t>(std::max(columns, 0))};
}

}  // namespace

// C0, DEL and C1 are control characters (ECMA-48).
bool IsPrintable(std::int32_t character) noexcept {
  return character >= 0x20 && (character < 0x7F || character >= 0xA0) &&
         !MisleadsReaders(character);
}

bool IsVisible(std::int32_t character) noexcept {
  return IsPrintable(character) && !Hides(character);
}

std::string Escaped(std::string_view text) {
  std::string out;
  ForEachCharacter(text, IsVisible, [&](std::string_view bytes, bool is_fine) {
    if (is_fine) {
      out += bytes;
      return;
    }
    for (const char c : bytes) {
      if (c == '\n') {
        out += "\\n";
      } else if (c == '\t') {
        out += "\\t";
      } else {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\x%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += escape;
      }
    }
  });
  return out;
}

std::string BlankedOut(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  ForEachCharacter(text, IsPrintable,
                   [&](std::string_view bytes, bool is_fine) {
                     if (is_fine) {
                       out += bytes;
                     } else {
                       out.append(bytes.size(), ' ');
                     }
                   });
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character first = First(text);
    columns += first.columns;
    text.remove_prefix(first.bytes);
  }
  return columns;
}

std::size_t FitsInto(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Character next = First(text.substr(bytes));
    if (next.columns > columns) break;
    columns -= next.columns;
    bytes += next.bytes;
  }
  return bytes;
}

// The ellipsis takes one column of the width.
std::string Shortened(std::string_view text, std::size_t columns) {
  if (FitsInto(text, columns) == text.size()) return std::string(text);
  if (columns == 0) return {};
  return std::string(text.substr(0, FitsInto(text, columns - 1))) +
         "\xE2\x80\xA6";
}

namespace {

using engine::IsDigit;
using engine::IsLetter;

// Whether `c`, followed by `next`, is Markdown markup inside a line.
bool IsMarkup(char c, char next) {
  switch (c) {
    case '\\':
    case '`':
    case '*':
    case '_':
    case '[':
    case ']':
    case '|':
      return true;
    // "<" is markup only where it begins a tag: "5 < 8" stays as it is. The
    // same holds for entities.
    case '<':
      return IsLetter(next) || next == '/' || next == '!' || next == '?';
    case '&':
      return IsLetter(next) || next == '#';
    default:
      return false;
  }
}

}  // namespace

std::string MarkdownText(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (IsMarkup(line[i], i + 1 < line.size() ? line[i + 1] : ' ')) out += '\\';
    out += line[i];
  }
  // A heading, an item or a rule is marked at the beginning of a line.
  std::size_t digits = 0;
  while (digits < out.size() && IsDigit(out[digits])) ++digits;
  const char mark = digits < out.size() ? out[digits] : ' ';
  const bool begins_block =
      digits == 0
          ? std::string_view("#>-+=~:").find(mark) != std::string_view::npos
          : mark == '.' || mark == ')';
  if (begins_block) out.insert(digits, 1, '\\');
  return out;
}

}  // namespace answerbox::client
