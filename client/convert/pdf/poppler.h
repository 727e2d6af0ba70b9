// Runs poppler's programs over a PDF, each in a separate process: the parser of
// a hostile file shares no memory with us and ends at stated bounds. Finds the
// pages in their output.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

inline constexpr std::chrono::seconds kMaxPdfProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPdfWallTime{120};
inline constexpr std::uint64_t kMaxPdfMemory = 512u << 20;

// Holds together the programs that read one file. First some run side by side,
// as many as there are cores, three at most. They have one deadline and
// kMaxPdfMemory for all: each gets a share, and one for which that is too
// little runs once more, alone. Safe to use from any thread.
class PdfReading {
 public:
  //   time  for each of those that run one after the other
  explicit PdfReading(std::chrono::milliseconds time = kMaxPdfWallTime);
  // Ends the programs that run side by side, and lets no more begin.
  void Stop() noexcept;
  // Call it when none runs any more. Programs that begin from now on run alone:
  // each has all the memory, and the whole time for itself.
  void GoOnAlone() noexcept;

 private:
  friend class PdfProgram;
  using Clock = std::chrono::steady_clock;

  std::chrono::milliseconds time_;
  std::uint64_t at_once_;  // 0: they run alone.
  Clock::time_point deadline_;
  platform::FileDescriptor stop_;  // Can be read once it is stopped.
  // Shared: by programs with a share of the memory.
  std::shared_mutex memory_;
};

// The open file that a program reads.
struct PdfInput {
  int fd;
  // Null: the program runs alone, and has the bounds for itself.
  PdfReading* reading = nullptr;
};

// The time a program may run, and the output that is kept (ProcessLimits). A
// program that runs twice gets a new copy of `condense`.
struct PdfProgramLimits {
  std::chrono::seconds processor = kMaxPdfProcessorTime;
  std::chrono::seconds wall = kMaxPdfWallTime;
  std::function<void(std::string&)> condense = {};
  std::size_t read_bytes = SIZE_MAX;
};

// Returns the standard output of `name`, given `options` and then the file.
// Errors: kDamaged (broken so that text would be lost), kEncrypted,
// kTooLarge (more than `max_output_bytes`), kTooComplex (past `limits` of time,
// or the bound of memory above), kNoConverter (not installed).
[[nodiscard]] Conversion<std::string> RunPdfProgram(
    const std::string& name, std::span<const std::string> options,
    const PdfInput& input, std::size_t max_output_bytes,
    const PdfProgramLimits& limits = {});

// Returns a file in memory with `bytes`, for a program to read: what is in a
// document must not be left on a disk. Errors: kTooComplex (no memory).
[[nodiscard]] Conversion<platform::FileDescriptor> InMemory(
    std::string_view bytes);

struct PdfCopy {
  platform::FileDescriptor file;  // In memory.
  bool has_same_colors = false;   // As poppler prints them.
};

// Each PDF/A has an output intent (ISO 32000-1, 14.11.5), a profile of colours.
// Poppler reads it and computes its tables anew for every page, which may take
// most of its time. Returns a copy of the PDF in which poppler does not find
// the intent: words, places and what is drawn are the same. Nothing if there is
// none, if no table of objects (7.5.4) lists its catalog, or in files over 16
// MiB. Takes twice the file's memory.
[[nodiscard]] std::optional<PdfCopy> CopyWithoutIntent(int fd,
                                                       std::uint64_t size);

// The beginning of a page in the output of `pdftohtml -xml` and `pdftotext
// -bbox`.
inline constexpr std::string_view kRunPageTag = "<page number";
inline constexpr std::string_view kWordPageTag = "<page ";

struct PdfPage {
  std::uint32_t number = 0;  // As poppler counts: from 1.
  double width = 0;          // Poppler's pixels, of which 108 are an inch.
  double height = 0;
  bool has_text = false;  // Text that layout/ reads.
};

// Lists the pages in the output of `pdftohtml -xml`, up to layout's bound.
[[nodiscard]] std::vector<PdfPage> ListPages(std::string_view xml);

// Lists the words of each page in the output of `pdftotext -bbox`: the second
// way of reading for ConvertedDocument::shown.
[[nodiscard]] std::vector<ShownPart> ListShownWords(std::string_view boxes);

// If words are missing, notes those that the file keeps invisible, such as
// drafts and notes: pdftotext prints them, pdftohtml only on request.
//   xml        its output without them, and without unreadable words
//   invisible  layout::UnreadContent, ascending
void NoteHidden(const PdfInput& file, std::string_view xml,
                std::span<const std::uint32_t> invisible,
                ConvertedDocument& document);

// Notes `pictures` (layout::UnreadContent), except those on pages that text
// recognition has read.
void NotePictures(std::span<const std::uint32_t> pictures,
                  std::span<const std::uint32_t> seen,
                  ConvertedDocument& document);

struct PageReplacement {
  std::size_t index = 0;  // Of the page in the output, from 0.
  std::string xml;        // The new page, from its tag on.
};

// Replaces pages, each of which begins with `tag`. A replacement for a missing
// page changes nothing. Precondition: indexes ascend.
[[nodiscard]] std::string ReplacePages(
    std::string_view xml, std::string_view tag,
    std::span<const PageReplacement> replacements);

}  // namespace answerbox::client
