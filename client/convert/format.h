// Chooses the converter by the extension of a file's name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/document/converted_document.h"
#include "client/convert/recognition/page_queue.h"

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
  kExcel,
  kOpenSpreadsheet,
  kPicture,
};

// Recognises these extensions in upper or lower case: .txt; .md, .markdown;
// .html, .htm; .csv; .tsv; .pdf; .docx; .odt; .epub; .rtf; .xlsx; .ods; .png,
// .jpg, .jpeg, .tif, .tiff.
[[nodiscard]] std::optional<Format> FormatOf(std::string_view file_name);

// Returns the message for a file without a known format, which names its
// extension and the known ones; also for a picture when text recognition is
// off.
[[nodiscard]] std::string DescribeUnknownFormat(std::string_view file_name);

// Whether the format is converted from a file, by ConvertFile.
[[nodiscard]] bool IsReadFromFile(Format format);

// Converts the bytes of a whole file. Precondition: !IsReadFromFile(format).
// Errors: those of the format's converter, and kTooComplex past
// kMaxConversionTime.
[[nodiscard]] Conversion<ConvertedDocument> ConvertBytes(Format format,
                                                         std::string bytes);

// Converts a regular file of `size` bytes that is open for reading.
// Precondition: IsReadFromFile(format). Errors: those of ConvertPdf,
// ConvertRtf, ConvertPicture and the room package.
//   recognition  reads the text on pictures; null: they are refused
[[nodiscard]] Conversion<ConvertedDocument> ConvertFile(
    Format format, int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

}  // namespace answerbox::client
