// Runs a program of poppler-utils over a PDF, in a process of its own: the
// parser of a hostile file shares no memory with us and ends at stated bounds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "client/convert/converted_document.h"

namespace answerbox::client {

inline constexpr std::chrono::seconds kMaxPdfProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPdfWallTime{120};
inline constexpr std::uint64_t kMaxPdfAddressSpace = 1u << 30;

// How long a program may run.
struct PdfProgramTime {
  std::chrono::seconds processor = kMaxPdfProcessorTime;
  std::chrono::seconds wall = kMaxPdfWallTime;
};

// Returns what `name` writes to its standard output, given `options` and then
// the file open as `fd`. Errors: kDamaged (broken where text would be lost),
// kEncrypted, kTooLarge (more than `max_output_bytes`), kTooComplex (longer
// than `time`, or past the bound of memory above), kNoConverter (not
// installed).
[[nodiscard]] Conversion<std::string> RunPdfProgram(
    const std::string& name, std::span<const std::string> options, int fd,
    std::size_t max_output_bytes, const PdfProgramTime& time = {});

}  // namespace answerbox::client
