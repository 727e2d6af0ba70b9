#include "protocol/json/json_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/text/utf8.h"

namespace answerbox::protocol {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr std::size_t kLeastRoom = 64;

// The two digits of each byte value.
constexpr auto kHexadecimal = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte) {
    pairs[byte] = {kHexDigits[byte >> 4], kHexDigits[byte & 0xf]};
  }
  return pairs;
}();

bool NeedsEscape(unsigned char byte) {
  return byte < 0x20 || byte == '"' || byte == '\\';
}

// Whether all bytes of the word are ASCII that JSON does not escape.
bool IsPlain(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighs = kOnes << 7;
  // The subtraction borrows into a byte's high bit when the byte is less: of
  // a zero byte after the exclusive or, or of a control character.
  const std::uint64_t quote = (word ^ (kOnes * '"')) - kOnes;
  const std::uint64_t backslash = (word ^ (kOnes * '\\')) - kOnes;
  const std::uint64_t control = word - kOnes * 0x20;
  return ((word | quote | backslash | control) & kHighs) == 0;
}

// The length of a prefix of the text, in steps of eight bytes, that needs no
// escaping. Mostly that is nearly all of the text.
std::size_t PlainPrefix(std::string_view text) {
  std::uint64_t word = 0;
  std::size_t at = 0;
  for (; text.size() - at >= sizeof word; at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if (!IsPlain(word)) return at;
  }
  word = 0x2020202020202020;
  std::memcpy(&word, text.data() + at, text.size() - at);
  return IsPlain(word) ? text.size() : at;
}

}  // namespace

void JsonWriter::Grow(std::size_t bytes) {
  text_.resize(std::max({used_ + bytes, 2 * text_.size(), kLeastRoom}));
}

std::string JsonWriter::Take() {
  text_.resize(used_);
  return std::move(text_);
}

void JsonWriter::Append(std::string_view text) {
  used_ = static_cast<std::size_t>(
      std::ranges::copy(text, Room(text.size())).out - text_.data());
}

void JsonWriter::Escape(unsigned char byte) {
  switch (byte) {
    case '"':
      return Append("\\\"");
    case '\\':
      return Append("\\\\");
    case '\n':
      return Append("\\n");
    case '\t':
      return Append("\\t");
    case '\r':
      return Append("\\r");
    default:
      Append("\\u00");
      return Append({kHexadecimal[byte].data(), 2});
  }
}

void JsonWriter::AppendEscaped(std::string_view text) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!NeedsEscape(byte)) continue;
    Append(text.substr(copied, i - copied));
    Escape(byte);
    copied = i + 1;
  }
  Append(text.substr(copied));
}

JsonWriter& JsonWriter::String(std::string_view text) {
  char* out = Separate(text.size() + 2);
  *out++ = '"';
  const std::size_t plain = PlainPrefix(text);
  out = std::copy_n(text.data(), plain, out);
  if (plain == text.size()) {
    *out++ = '"';
    return End(out, true);
  }
  End(out, true);
  text.remove_prefix(plain);
  while (!text.empty()) {
    const auto valid = engine::ValidateUtf8(text);
    // ValidateUtf8 also stops at U+0000, which JSON can hold.
    const std::size_t good =
        valid ? text.size() : static_cast<std::size_t>(valid.error().offset);
    AppendEscaped(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) break;
    if (text.front() == '\0') {
      Escape(0);
    } else {
      Append(kReplacement);
    }
    text.remove_prefix(1);
  }
  Append("\"");
  return *this;
}

JsonWriter& JsonWriter::Hexadecimal(std::span<const std::byte> bytes) {
  char* out = Separate(2 * bytes.size() + 2);
  *out++ = '"';
  for (const std::byte byte : bytes) {
    out = std::ranges::copy(kHexadecimal[std::to_integer<unsigned>(byte)], out)
              .out;
  }
  *out++ = '"';
  return End(out, true);
}

JsonWriter& JsonWriter::Bool(bool value) {
  return Raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Real(double value) {
  assert(std::isfinite(value));
  constexpr std::size_t kMaxDigits = 32;
  char* const out = Separate(kMaxDigits);
  const auto [end, error] = std::to_chars(out, out + kMaxDigits, value);
  assert(error == std::errc());
  return End(end, true);
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  char* const out = Separate(json.size());
  return End(std::ranges::copy(json, out).out, true);
}

}  // namespace answerbox::protocol
