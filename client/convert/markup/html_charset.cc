#include <algorithm>
#include <array>
#include <cstdint>

#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Where browsers look for a declaration (HTML Standard, "prescan a byte stream
// to determine its encoding").
constexpr std::size_t kPrescanBytes = 1024;

// The characters 0x80 to 0x9F of Windows-1252
// (https://encoding.spec.whatwg.org). The five bytes without a character map to
// the control characters of the same number.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

// Appends a code point below U+10000 that is not a surrogate.
// Windows-1252 has nothing beyond U+2122.
void AppendUtf8(std::uint32_t code_point, std::string& out) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  }
}

std::string DecodeWindows1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const bool mapped = byte >= 0x80 && byte < 0xA0;
    AppendUtf8(mapped ? kWindows1252[byte - 0x80u] : byte, text);
  }
  return text;
}

bool IsCharsetCharacter(char c) {
  return engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
         engine::IsOneOf(c, "-_:.");
}

// Finds the word after `key` and an equals sign, without its quotes. Empty when
// there is none.
// Serves `charset="x"` of a meta element, `content="text/html; charset=x"` and
// `encoding='x'` of an XML declaration alike, as no tag that is parsed may be
// trusted before its encoding is known.
std::string_view ValueAfter(std::string_view text, std::string_view key) {
  std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  at = text.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos || text[at] != '=') return {};
  text.remove_prefix(at + 1);
  at = text.find_first_not_of(" \t\r\n\"'");
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at);
  return {text.begin(),
          std::find_if_not(text.begin(), text.end(), IsCharsetCharacter)};
}

bool IsOneOf(std::string_view name,
             std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string DeclaredCharset(std::string_view bytes) {
  std::string head(bytes.substr(0, kPrescanBytes));
  for (char& c : head) c = engine::ToLowerAscii(c);
  if (head.starts_with("<?xml")) {
    const std::string_view declaration =
        std::string_view(head).substr(0, head.find("?>"));
    const std::string_view value = ValueAfter(declaration, "encoding");
    if (!value.empty()) return std::string(value);
  }
  for (std::size_t meta = head.find("<meta"); meta != std::string::npos;
       meta = head.find("<meta", meta + 1)) {
    const std::string_view tag =
        std::string_view(head).substr(meta, head.find('>', meta) - meta);
    const std::string_view value = ValueAfter(tag, "charset");
    if (!value.empty()) return std::string(value);
  }
  return {};
}

// A byte order mark wins over any declaration, as in browsers: who saves a page
// as UTF-8 often leaves its old meta element.
Conversion<std::string> HtmlToUtf8(std::string bytes) {
  if (bytes.starts_with(kUtf8ByteOrderMark)) {
    bytes.erase(0, kUtf8ByteOrderMark.size());
    return bytes;
  }
  const std::string charset = DeclaredCharset(bytes);
  if (IsOneOf(charset, {"", "utf-8", "utf8"})) return bytes;
  if (IsOneOf(charset, {"windows-1252", "cp1252", "iso-8859-1", "iso8859-1",
                        "latin1", "us-ascii", "ascii"})) {
    return DecodeWindows1252(bytes);
  }
  return Rejection{RejectionReason::kUnsupportedCharset,
                   "the page declares the character set \"" + charset +
                       "\": save it as UTF-8"};
}

}  // namespace answerbox::client
