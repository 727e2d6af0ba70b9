#include "client/terminal/json_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cstdio>

#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

void Append(const boost::json::value& value, std::string& out);

// std::to_chars writes the fewest digits that read back as the same number, and
// ignores the locale.
void AppendDouble(double number, std::string& out) {
  std::array<char, 40> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  out.append(text.data(), end);
}

// Members keep the order in which they were added, which suits people.
void AppendObject(const boost::json::object& object, std::string& out) {
  out += '{';
  for (bool first = true; const auto& member : object) {
    if (!std::exchange(first, false)) out += ',';
    out += boost::json::serialize(member.key());
    out += ':';
    Append(member.value(), out);
  }
  out += '}';
}

void AppendArray(const boost::json::array& array, std::string& out) {
  out += '[';
  for (bool first = true; const auto& element : array) {
    if (!std::exchange(first, false)) out += ',';
    Append(element, out);
  }
  out += ']';
}

// The recursion is no deeper than the parser allowed.
void Append(const boost::json::value& value, std::string& out) {
  if (value.is_object()) {
    AppendObject(value.get_object(), out);
  } else if (value.is_array()) {
    AppendArray(value.get_array(), out);
  } else if (value.is_double()) {
    AppendDouble(value.get_double(), out);
  } else {
    out += boost::json::serialize(value);
  }
}

void AppendEscape(std::uint32_t unit, std::string& out) {
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(unit));
  out += escape;
}

// Code points above U+FFFF become two surrogates (RFC 8259, section 7).
void AppendEscaped(std::uint32_t character, std::string& out) {
  if (character < 0x10000) return AppendEscape(character, out);
  AppendEscape(0xD800 + ((character - 0x10000) >> 10), out);
  AppendEscape(0xDC00 + ((character - 0x10000) & 0x3FF), out);
}

}  // namespace

// Strings in JSON may hold escape sequences of terminals: a document's name
// could clear the screen.
std::string EscapedJson(std::string_view json) {
  constexpr std::int32_t kReplacement = 0xFFFD;
  std::string out;
  while (!json.empty()) {
    utf8proc_int32_t character = kReplacement;
    const utf8proc_ssize_t length = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t*>(json.data()),
        static_cast<utf8proc_ssize_t>(json.size()), &character);
    const auto bytes =
        static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 1));
    if (length <= 0) character = kReplacement;  // A string may hold any bytes.
    const bool is_between_values = character == '\n' || character == '\t';
    if (length > 0 && (is_between_values || IsVisible(character))) {
      out += json.substr(0, bytes);
    } else {
      AppendEscaped(static_cast<std::uint32_t>(character), out);
    }
    json.remove_prefix(bytes);
  }
  return out;
}

std::string ShownJson(const Terminal& terminal, std::string_view json) {
  return terminal.is_terminal ? EscapedJson(json) : std::string(json);
}

std::string JsonText(const boost::json::value& value) {
  std::string out;
  Append(value, out);
  return out;
}

}  // namespace answerbox::client
