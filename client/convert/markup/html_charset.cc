#include <algorithm>
#include <utility>

#include "client/convert/document/text_charset.h"
#include "client/convert/markup/html_page.h"
#include "engine/text/ascii.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

// Browsers search this far for a declaration (HTML Standard, "prescan a byte
// stream to determine its encoding").
constexpr std::size_t kPrescanBytes = 1024;

bool IsCharsetCharacter(char c) {
  return engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
         engine::IsOneOf(c, "-_:.");
}

// Finds the word after `key` and an equals sign, without its quotes. Empty if
// there is none. Handles `charset="x"` of a meta element, `content="text/html;
// charset=x"` and `encoding='x'` of an XML declaration alike: tags can't be
// parsed before the encoding is known.
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

// A byte order mark overrides any declaration, as in browsers: pages saved as
// UTF-8 often keep their old meta element.
Conversion<DecodedText> HtmlToUtf8(std::string bytes) {
  DecodedText page;
  if (DecodeUtf16(bytes, page.text)) return page;
  const bool is_marked = bytes.starts_with(kUtf8ByteOrderMark);
  if (is_marked) bytes.erase(0, kUtf8ByteOrderMark.size());
  const std::string charset = is_marked ? "utf-8" : DeclaredCharset(bytes);
  page.text = std::move(bytes);
  if (IsOneOf(charset, {"utf-8", "utf8"})) return page;
  if (charset.empty()) {
    if (!engine::ValidateUtf8(page.text)) (void)GuessCharset(page);
    return page;
  }
  if (IsOneOf(charset, {"windows-1252", "cp1252", "iso-8859-1", "iso8859-1",
                        "latin1", "us-ascii", "ascii"})) {
    page.text = DecodeWindows1252(page.text);
    return page;
  }
  return Rejection{RejectionReason::kUnsupportedCharset,
                   "the page declares the character set \"" + charset +
                       "\": save it as UTF-8"};
}

}  // namespace answerbox::client
