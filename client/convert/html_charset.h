// The character set of a page: what it declares, turned into UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// The charset a page declares in its first 1,024 bytes (meta element or XML
// declaration), in lower case; empty if none. A view into `bytes` would keep
// its case, hence a copy.
[[nodiscard]] std::string DeclaredCharset(std::string_view bytes);

// UTF-8 stays as it is, without its byte order mark. ISO-8859-1, ASCII and
// Windows-1252 are decoded as Windows-1252, as browsers do. A page that
// declares nothing is taken for UTF-8, which CheckText then verifies.
// Errors: kUnsupportedCharset.
[[nodiscard]] Conversion<std::string> HtmlToUtf8(std::string bytes);

}  // namespace answerbox::client
