// Runs poppler's programs over a PDF, each in a process of its own: the parser
// of a hostile file shares no memory with us and ends at stated bounds. Finds
// the pages in what they print.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

inline constexpr std::chrono::seconds kMaxPdfProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPdfWallTime{120};
inline constexpr std::uint64_t kMaxPdfAddressSpace = 1u << 30;

// How long a program may run, and what is kept of its output (ProcessLimits).
struct PdfProgramLimits {
  std::chrono::seconds processor = kMaxPdfProcessorTime;
  std::chrono::seconds wall = kMaxPdfWallTime;
  std::function<void(std::string&)> condense = {};
  std::size_t read_bytes = SIZE_MAX;
};

// Returns what `name` writes to its standard output, given `options` and then
// the file open as `fd`. Errors: kDamaged (broken where text would be lost),
// kEncrypted, kTooLarge (more than `max_output_bytes`), kTooComplex (past
// `limits` of time, or the bound of memory above), kNoConverter (not
// installed).
[[nodiscard]] Conversion<std::string> RunPdfProgram(
    const std::string& name, std::span<const std::string> options, int fd,
    std::size_t max_output_bytes, const PdfProgramLimits& limits = {});

// How a page begins in the output of `pdftohtml -xml` and `pdftotext -bbox`.
inline constexpr std::string_view kRunPageTag = "<page number";
inline constexpr std::string_view kWordPageTag = "<page ";

struct PdfPage {
  std::uint32_t number = 0;  // As poppler counts: from 1.
  double width = 0;          // Poppler's pixels, of which 108 are an inch.
  double height = 0;
  bool has_text = false;  // Text that layout/ reads.
};

// Lists the pages that `pdftohtml -xml` prints, at most layout's bound of them.
[[nodiscard]] std::vector<PdfPage> ListPages(std::string_view xml);

// Lists the words of each page that `pdftotext -bbox` prints: the second way by
// which ConvertedDocument::shown is known.
[[nodiscard]] std::vector<ShownPart> ListShownWords(std::string_view boxes);

// Where words are missing, notes those that the file keeps invisible, as drafts
// and notes are: pdftotext shows them, pdftohtml only if it is asked.
//   xml        what it prints without them, and without unreadable words
//   invisible  layout::UnreadContent, ascending
void NoteHidden(int fd, std::string_view xml,
                std::span<const std::uint32_t> invisible,
                ConvertedDocument& document);

// Notes `pictures` (layout::UnreadContent), but for those on pages that text
// recognition has seen.
void NotePictures(std::span<const std::uint32_t> pictures,
                  std::span<const std::uint32_t> seen,
                  ConvertedDocument& document);

struct PageReplacement {
  std::size_t index = 0;  // Of the page in the output, from 0.
  std::string xml;        // Another page, from its tag on.
};

// Replaces pages, each of which begins with `tag`. An index that is not there
// changes nothing. Precondition: indexes ascend.
[[nodiscard]] std::string ReplacePages(
    std::string_view xml, std::string_view tag,
    std::span<const PageReplacement> replacements);

}  // namespace answerbox::client
