// Decides by the end of a file's name which converter reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/converted_document.h"

namespace answerbox::client {

enum class Format : std::uint8_t {
  kPlainText,
  kMarkdown,
  kHtml,
  kCommaSeparated,
  kTabSeparated,
  // The others are read from a file, not from bytes.
  kPdf,
  kDocx,
  kOpenDocument,
  kEpub,
  kRtf,
};

// By extension, in any case: .txt; .md, .markdown; .html, .htm; .csv;
// .tsv; .pdf; .docx; .odt; .epub; .rtf.
[[nodiscard]] std::optional<Format> FormatOf(std::string_view file_name);

// Describes a file without a known format: its extension, and the known ones.
[[nodiscard]] std::string DescribeUnknownFormat(std::string_view file_name);

// Whether the format is converted from a file, by ConvertFile.
[[nodiscard]] bool IsReadFromFile(Format format);

// Converts the bytes of a whole file. Precondition: !IsReadFromFile(format).
// Errors: those of the format's converter.
[[nodiscard]] Conversion<ConvertedDocument> ConvertBytes(Format format,
                                                         std::string bytes);

// Converts a regular file of `size` bytes that is open for reading.
// Precondition: IsReadFromFile(format). Errors: those of ConvertPdf and
// ConvertWithPandoc.
[[nodiscard]] Conversion<ConvertedDocument> ConvertFile(Format format, int fd,
                                                        std::uint64_t size);

}  // namespace answerbox::client
