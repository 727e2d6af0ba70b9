#include "client/terminal/text_width.h"

#include <utf8proc.h>

#include <algorithm>

#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

struct Character {
  std::size_t bytes;
  std::size_t columns;
};

Character First(std::string_view text) {
  utf8proc_int32_t character = -1;
  const utf8proc_ssize_t length =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &character);
  if (length <= 0) return {1, 1};
  if (!IsPrintable(character)) {
    return {static_cast<std::size_t>(length), static_cast<std::size_t>(length)};
  }
  const int columns = utf8proc_charwidth(character);
  return {static_cast<std::size_t>(length),
          static_cast<std::size_t>(std::max(columns, 0))};
}

}  // namespace

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

std::string Shortened(std::string_view text, std::size_t columns) {
  if (FitsInto(text, columns) == text.size()) return std::string(text);
  if (columns == 0) return {};
  return std::string(text.substr(0, FitsInto(text, columns - 1))) +
         "\xE2\x80\xA6";
}

}  // namespace answerbox::client
