// The converters of formats that have no room of their own: plain text, tables
// as text, and what pandoc reads.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

// Plain text stays as it is, byte for byte, so that offsets in answers are
// offsets in the file. Exceptions: a byte order mark is dropped, CR LF becomes
// LF, and other character sets become UTF-8 (DecodeText). Form feeds, if there
// are any, end pages. Errors: those of CheckText and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPlainText(std::string bytes);

// A spreadsheet becomes a table whose first row heads its columns, unless it is
// like the rows below. Title lines above are the table's caption. Converts a
// file of values set apart by commas, semicolons, bars or tabs, whichever gives
// the most rows of one width (RFC 4180; a first line "sep=X" is obeyed). A
// value in double quotes may hold separators, line ends and doubled quotes.
// Errors: those of DecodeText and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertCommaSeparated(
    std::string bytes);

// The same for values set apart by tabs.
[[nodiscard]] Conversion<ConvertedDocument> ConvertTabSeparated(
    std::string bytes);

// RTF. The program `pandoc` runs in a process of its own, bounded as poppler is
// (pdf/poppler.h). It writes HTML, which our own converter reads. Its JSON
// would say no more of what we keep, changes with its versions, and would need
// a reader of its own; HTML is what it writes for everybody.
inline constexpr std::uint64_t kMaxPandocFileBytes = 64u << 20;
inline constexpr std::chrono::seconds kMaxPandocProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPandocWallTime{120};
inline constexpr std::uint64_t kMaxPandocAddressSpace = 1u << 30;
inline constexpr std::size_t kMaxPandocOutputBytes = 64u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// Errors: kEmpty, kDamaged (not of the format, or broken), kTooLarge,
// kTooComplex (past the bounds above), kNoConverter, and those of ConvertHtml.
[[nodiscard]] Conversion<ConvertedDocument> ConvertRtf(int fd,
                                                       std::uint64_t size);

// An RTF file in which the words of text boxes stand after the paragraph that
// they are anchored in, those of headers and footers at the end, and those of a
// cell that spans rows in each of them. A tabulator is the character
// kRtfTabulator, as pandoc makes a blank of it. A blank stands
// after characters of Unicode, as pandoc skips a letter without it.
inline constexpr std::string_view kRtfTabulator = "\xEE\x80\x89";  // U+E009.
[[nodiscard]] std::string WithRtfParts(std::string_view rtf);

}  // namespace answerbox::client
