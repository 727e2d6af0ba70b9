// Decides by the end of a file's name which converter reads it.
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

// Describes a file without a known format: its extension, and the known ones.
[[nodiscard]] std::string DescribeUnknownFormat(std::string_view file_name);

// Converts the bytes of a whole file. Precondition: `format` is not kPdf, which
// is read from a file (ConvertPdf). Errors: those of the format's converter.
[[nodiscard]] Conversion<ConvertedDocument> ConvertBytes(Format format,
                                                         std::string bytes);

}  // namespace answerbox::client
