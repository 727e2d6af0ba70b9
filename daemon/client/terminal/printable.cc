#include "daemon/client/terminal/printable.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdio>

namespace answerbox::client {
namespace {

// U+202A to U+202E and U+2066 to U+2069 (UAX #9, explicit formatting), and the
// line and paragraph separators.
bool MisleadsReaders(utf8proc_int32_t character) {
  return (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

bool IsPrintable(utf8proc_int32_t character) {
  return character >= 0x20 && (character < 0x7F || character >= 0xA0) &&
         !MisleadsReaders(character);
}

// Calls `visit(bytes, printable)` for each character; a byte that is not UTF-8
// is a character that is not printable.
template <typename Visit>
void ForEachCharacter(std::string_view text, Visit visit) {
  while (!text.empty()) {
    utf8proc_int32_t character = -1;
    const utf8proc_ssize_t length = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
        static_cast<utf8proc_ssize_t>(text.size()), &character);
    const auto bytes = text.substr(
        0, static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 1)));
    visit(bytes, length > 0 && IsPrintable(character));
    text.remove_prefix(bytes.size());
  }
}

}  // namespace

std::string Escaped(std::string_view text) {
  std::string out;
  ForEachCharacter(text, [&out](std::string_view bytes, bool printable) {
    if (printable) {
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
  ForEachCharacter(text, [&out](std::string_view bytes, bool printable) {
    if (printable) {
      out += bytes;
    } else {
      out.append(bytes.size(), ' ');
    }
  });
  return out;
}

}  // namespace answerbox::client
