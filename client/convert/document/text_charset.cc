#include "client/convert/document/text_charset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/text/ascii.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

// The characters 0x80 to 0x9F of Windows-1252
// (https://encoding.spec.whatwg.org). The five bytes without a character map to
// the control characters of the same number.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

bool IsInC1(unsigned char byte) { return byte >= 0x80 && byte < 0xA0; }

// Whether the bytes look like text of western Europe, where few letters are
// bytes over 0x7F. In character sets for Russian, Greek or Japanese most
// letters are; in UTF-8 with a broken byte such bytes come in sequences.
bool LooksWestern(std::string_view bytes) {
  std::size_t letters = 0;
  std::size_t high = 0;
  std::size_t sequences = 0;  // Of two bytes, as in UTF-8.
  unsigned char before = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    // No text in these sets has control characters or bytes without a
    // character.
    if (byte < 0x20 && !engine::IsOneOf(c, engine::kAsciiSpace)) return false;
    if (byte == 0x7F) return false;
    if (IsInC1(byte) && kWindows1252[byte - 0x80u] == byte) return false;
    letters += engine::IsLetter(c);
    high += byte >= 0x80;
    sequences += before >= 0xC3 && before < 0xF0 && byte >= 0x80 && byte < 0xC0;
    before = byte;
  }
  // One letter in ten of French or German is such a byte; a price list of few
  // words may have more.
  constexpr std::size_t kFewHigh = 8;
  return (high <= kFewHigh || 2 * high < letters) && 4 * sequences <= high;
}

}  // namespace

void AppendUtf8(std::uint32_t code_point, std::string& out) {
  const auto tail = [&out, code_point](int shift) {
    out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string DecodeWindows1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    AppendUtf8(IsInC1(byte) ? kWindows1252[byte - 0x80u] : byte, text);
  }
  return text;
}

bool DecodeUtf16(std::string_view bytes, std::string& text) {
  const bool is_big = bytes.starts_with("\xFE\xFF");
  if (!is_big && !bytes.starts_with("\xFF\xFE")) return false;
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint32_t>(is_big ? first << 8 | second
                                             : second << 8 | first);
  };
  constexpr std::uint32_t kReplacement = 0xFFFD;
  text.clear();
  text.reserve(bytes.size());
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
    std::uint32_t code_point = unit(at);
    const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
    if (is_surrogate) {
      const std::uint32_t low = at + 3 < bytes.size() ? unit(at + 2) : 0;
      if (code_point < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
        code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      } else {
        code_point = kReplacement;
      }
    }
    AppendUtf8(code_point, text);
  }
  return true;
}

bool GuessCharset(DecodedText& decoded) {
  if (!LooksWestern(decoded.text)) return false;
  const bool is_latin1 = std::ranges::none_of(decoded.text, [](char c) {
    return IsInC1(static_cast<unsigned char>(c));
  });
  decoded.guessed_charset = is_latin1 ? "ISO-8859-1" : "windows-1252";
  decoded.text = DecodeWindows1252(decoded.text);
  return true;
}

Conversion<DecodedText> DecodeText(std::string bytes) {
  DecodedText decoded;
  if (!DecodeUtf16(bytes, decoded.text)) decoded.text = std::move(bytes);
  auto checked = CheckText(decoded.text);
  if (!checked && checked.error().reason == RejectionReason::kInvalidUtf8 &&
      GuessCharset(decoded)) {
    checked = CheckText(decoded.text);
  }
  if (!checked) return checked.error();
  if (decoded.text.starts_with(kUtf8ByteOrderMark)) {
    decoded.text.erase(0, kUtf8ByteOrderMark.size());
  }
  return decoded;
}

}  // namespace answerbox::client
