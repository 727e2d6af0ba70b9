// Which converter reads a file: decided by the end of its name alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/converted_document.h"

namespace answerbox::client {

enum class Format : std::uint8_t { kPlainText, kMarkdown, kHtml, kPdf };

// By extension, in any case: .txt; .md, .markdown; .html, .htm; .pdf.
[[nodiscard]] std::optional<Format> FormatOf(std::string_view file_name);

// What to say of a file that has no format: its extension, and those known.
[[nodiscard]] std::string DescribeUnknownFormat(std::string_view file_name);

// Converts the bytes of a whole file. Precondition: `format` is not kPdf, which
// is read from a file (ConvertPdf). Errors: those of the format's converter.
[[nodiscard]] Conversion<ConvertedDocument> ConvertBytes(Format format,
                                                         std::string bytes);

}  // namespace answerbox::client
