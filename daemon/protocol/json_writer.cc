#include "daemon/protocol/json_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool NeedsEscape(unsigned char byte) {
  return byte < 0x20 || byte == '"' || byte == '\\';
}

}  // namespace

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  text_ += bracket;
  return *this;
}

bool JsonWriter::WantsComma() const {
  if (text_.empty()) return false;
  const char last = text_.back();
  return last != '{' && last != '[' && last != ':';
}

void JsonWriter::Separate() {
  if (WantsComma()) text_ += ',';
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  const std::string_view begin = WantsComma() ? ",\"" : "\"";
  const std::size_t at = text_.size();
  text_.resize(at + begin.size() + key.size() + 2);
  char* out = std::ranges::copy(begin, text_.data() + at).out;
  out = std::ranges::copy(key, out).out;
  *out++ = '"';
  *out = ':';
  return *this;
}

void JsonWriter::Escape(unsigned char byte) {
  text_ += '\\';
  switch (byte) {
    case '"':
    case '\\':
      text_ += static_cast<char>(byte);
      return;
    case '\n':
      text_ += 'n';
      return;
    case '\t':
      text_ += 't';
      return;
    case '\r':
      text_ += 'r';
      return;
    default:
      text_ += "u00";
      text_ += kDigits[byte >> 4];
      text_ += kDigits[byte & 0xf];
  }
}

JsonWriter& JsonWriter::String(std::string_view text) {
  Separate();
  text_ += '"';
  while (!text.empty()) {
    const auto valid = engine::ValidateUtf8(text);
    // U+0000 is reported like a bad byte, but JSON can carry it.
    const std::size_t good =
        valid ? text.size() : static_cast<std::size_t>(valid.error().offset);
    std::size_t copied = 0;
    for (std::size_t i = 0; i < good; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (!NeedsEscape(byte)) continue;
      text_.append(text, copied, i - copied);
      Escape(byte);
      copied = i + 1;
    }
    text_.append(text, copied, good - copied);
    text.remove_prefix(good);
    if (text.empty()) break;
    if (text.front() == '\0') {
      Escape(0);
    } else {
      text_ += kReplacement;
    }
    text.remove_prefix(1);
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Hexadecimal(std::span<const std::byte> bytes) {
  Separate();
  const std::size_t at = text_.size();
  text_.resize(at + 2 * bytes.size() + 2, '"');
  char* out = text_.data() + at;
  for (const std::byte byte : bytes) {
    *++out = kDigits[std::to_integer<unsigned>(byte) >> 4];
    *++out = kDigits[std::to_integer<unsigned>(byte) & 0xf];
  }
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) {
  return Raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Real(double value) {
  assert(std::isfinite(value));
  std::array<char, 32> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value);
  assert(error == std::errc());
  return Raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

}  // namespace answerbox::daemon
