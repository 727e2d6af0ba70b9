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

// A spreadsheet becomes a table. Its first row heads the columns unless it is
// like the rows below. Title lines above it are the table's caption. Values are
// separated by commas, semicolons, bars or tabs, whichever gives the most rows
// of one width (RFC 4180; a first line "sep=X" is obeyed). A value in double
// quotes may hold separators, line ends and doubled quotes. Errors: those of
// DecodeText and Finish.
[[nodiscard]] Conversion<ConvertedDocument> ConvertCommaSeparated(
    std::string bytes);

// The same for values separated by tabs.
[[nodiscard]] Conversion<ConvertedDocument> ConvertTabSeparated(
    std::string bytes);

// RTF. The program `pandoc` converts it to HTML in a process of its own,
// bounded as poppler is (pdf/poppler.h), and our own converter reads that HTML.
// Pandoc's JSON would tell us nothing more that we keep, changes with its
// versions, and would need a reader of its own.
inline constexpr std::uint64_t kMaxPandocFileBytes = 64u << 20;
inline constexpr std::chrono::seconds kMaxPandocProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPandocWallTime{120};
// With the program itself, of which 80 MB are in memory, under 512 MiB.
inline constexpr std::uint64_t kMaxPandocMemory = 400u << 20;
inline constexpr std::size_t kMaxPandocOutputBytes = 64u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// Errors: kEmpty, kDamaged (not of the format, or broken), kTooLarge,
// kTooComplex (past the bounds above), kNoConverter, and those of ConvertHtml.
[[nodiscard]] Conversion<ConvertedDocument> ConvertRtf(int fd,
                                                       std::uint64_t size);

// Returns the RTF file with the words of text boxes after the paragraph that
// they are anchored in, those of headers and footers at the end, and those of a
// cell that spans rows in each of these rows. Tabulators become kRtfTabulator,
// as pandoc would turn them into blanks. A blank follows each \u character, as
// pandoc would otherwise skip a letter.
inline constexpr std::string_view kRtfTabulator = "\xEE\x80\x89";  // U+E009.
[[nodiscard]] std::string WithRtfParts(std::string_view rtf);

// The words of an RTF file, by what happens to them: pandoc leaves out hidden
// or deleted words without saying so.
struct RtfWords {
  std::string shown = {};
  std::string hidden = {};
  std::string deleted = {};
  std::string comments = {};
};

// A second way of reading the file, for the account of its words. Returns the
// words outside of control words and of destinations that no page
// shows. Labels of lists are left out, as the reader counts items itself. Lines
// of headers and footers count once. Words with letters of a character set
// other than Windows-1252 are left out.
[[nodiscard]] RtfWords ReadRtfWords(std::string_view rtf);

}  // namespace answerbox::client
