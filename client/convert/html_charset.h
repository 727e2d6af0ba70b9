// Finds the character set that a page declares, and decodes the page to UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Returns the charset that a page declares in its first 1,024 bytes (meta
// element or XML declaration), in lower case. Empty if it declares none.
[[nodiscard]] std::string DeclaredCharset(std::string_view bytes);

// Decodes a page. UTF-8 stays as it is, without its byte order mark.
// ISO-8859-1, ASCII and Windows-1252 are decoded as Windows-1252, as browsers
// do. A page that declares nothing is taken for UTF-8, which CheckText then
// verifies. Errors: kUnsupportedCharset.
[[nodiscard]] Conversion<std::string> HtmlToUtf8(std::string bytes);

}  // namespace answerbox::client
