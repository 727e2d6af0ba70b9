#include <array>
#include <cstdint>
#include <utility>

#include "client/convert/layout/lines/runs.h"
#include "engine/text/character_class.h"
#include "engine/text/utf8.h"

namespace answerbox::client::layout {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
    {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};

// The longest reference that is resolved: "&#x10ffff;".
constexpr std::size_t kMaxReferenceBytes = 12;

void AppendUtf8(std::string& text, std::uint32_t c) {
  const auto append = [&text](std::uint32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (c < 0x80) {
    append(c);
  } else if (c < 0x800) {
    append(0xc0u | (c >> 6));
    append(0x80u | (c & 0x3fu));
  } else if (c < 0x10000) {
    append(0xe0u | (c >> 12));
    append(0x80u | ((c >> 6) & 0x3fu));
    append(0x80u | (c & 0x3fu));
  } else {
    append(0xf0u | (c >> 18));
    append(0x80u | ((c >> 12) & 0x3fu));
    append(0x80u | ((c >> 6) & 0x3fu));
    append(0x80u | (c & 0x3fu));
  }
}

// Returns the character of "#233" or "#xe9"; 0 if it is none. Surrogates and
// numbers above U+10FFFF are no characters (RFC 3629).
std::uint32_t NumberedCharacter(std::string_view reference) {
  const bool is_hex = reference.size() > 1 && reference[1] == 'x';
  std::uint32_t value = 0;
  for (const char c : reference.substr(is_hex ? 2 : 1)) {
    const char lower = engine::ToLowerAscii(c);
    std::uint32_t digit = 0;
    if (engine::Is(c, engine::kDigitByte)) {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (is_hex && lower >= 'a' && lower <= 'f') {
      digit = static_cast<std::uint32_t>(lower - 'a') + 10;
    } else {
      return 0;
    }
    value = value * (is_hex ? 16 : 10) + digit;
    if (value > 0x10ffff) return 0;
  }
  return value >= 0xd800 && value <= 0xdfff ? 0 : value;
}

// Appends the character of the reference at `at`, where a '&' stands, and
// returns the number of bytes read. A '&' that begins no reference is one that
// poppler left unescaped.
std::size_t AppendReference(std::string_view content, std::size_t at,
                            std::string& text) {
  const std::size_t end = content.substr(at, kMaxReferenceBytes).find(';');
  if (end == std::string_view::npos) {
    text += '&';
    return 1;
  }
  const std::string_view reference = content.substr(at + 1, end - 1);
  if (reference.starts_with('#')) {
    if (const std::uint32_t c = NumberedCharacter(reference); c != 0) {
      AppendUtf8(text, c);
    }
    return end + 1;
  }
  for (const auto& [name, c] : kEntities) {
    if (reference == name) {
      text += c;
      return end + 1;
    }
  }
  text += '&';
  return 1;
}

// Replaces control characters and the like with spaces. No-break and other wide
// spaces become plain ones, as they separate words.
void CleanCharacters(std::string& text) {
  std::string clean;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (!engine::Is(byte, engine::kNonAsciiByte)) {
      if (static_cast<unsigned char>(byte) < ' ' || byte == 0x7f) {
        text[at] = ' ';
      }
      ++at;
      continue;
    }
    const std::size_t bytes = engine::SequenceLength(text, at);
    const char32_t c = bytes == 0 ? U' ' : engine::Decode(text, at).code_point;
    const std::size_t next = at + (bytes == 0 ? 1 : bytes);
    if (c < 0xa1 || engine::IsSpace(c)) {
      clean.append(text, copied, at - copied);
      clean += ' ';
      copied = next;
    }
    at = next;
  }
  if (copied > 0) text = clean.append(text, copied);
}

}  // namespace

// A blank must stand before the name: "left" is also the end of "padding-left".
std::optional<std::string_view> AttributeIn(std::string_view tag,
                                            std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos;
       at = tag.find(name, at + 1)) {
    const std::size_t begin = at + name.size() + 2;
    if (at == 0 || tag[at - 1] != ' ' || begin > tag.size() ||
        tag[begin - 2] != '=' || tag[begin - 1] != '"') {
      continue;
    }
    const std::size_t end = tag.find('"', begin);
    if (end == std::string_view::npos) return std::nullopt;
    return tag.substr(begin, end - begin);
  }
  return std::nullopt;
}

// Parsed by hand in integers: rounding a double may differ between machines in
// the last hundredth.
Length LengthIn(std::string_view tag, std::string_view name) {
  std::string_view digits = AttributeIn(tag, name).value_or("");
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.remove_prefix(1);
  std::int64_t value = 0;
  int decimals = -1;  // After the point; -1 before it.
  for (const char c : digits) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (!engine::Is(c, engine::kDigitByte) || decimals >= 2) break;
    if (decimals >= 0) ++decimals;
    value = std::min<std::int64_t>(value * 10 + (c - '0'), kMaxLength);
  }
  for (int i = std::max(decimals, 0); i < 2; ++i) value *= 10;
  value = std::min<std::int64_t>(value, kMaxLength);
  return static_cast<Length>(is_negative ? -value : value);
}

std::string PlainText(std::string_view content) {
  std::string text;
  for (std::size_t at = 0; at < content.size();) {
    if (content[at] == '<') {
      const std::size_t end = content.find('>', at);
      if (end == std::string_view::npos) break;
      at = end + 1;
    } else if (content[at] == '&') {
      at += AppendReference(content, at, text);
    } else {
      const std::size_t begin = at;
      while (at < content.size() && content[at] != '<' && content[at] != '&') {
        ++at;
      }
      text.append(content.data() + begin, at - begin);
    }
  }
  CleanCharacters(text);
  return text;
}

}  // namespace answerbox::client::layout
