// Converts PDF with the program `pdftotext` (poppler) in a process of its own:
// the parser of a hostile file shares no memory with us and ends at stated
// bounds.
#pragma once

#include <chrono>
#include <cstdint>

#include "client/convert/converted_document.h"

namespace answerbox::client {

inline constexpr std::uint64_t kMaxPdfBytes = 512u << 20;
inline constexpr std::chrono::seconds kMaxPdfProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPdfWallTime{120};
inline constexpr std::uint64_t kMaxPdfAddressSpace = 1u << 30;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// Errors: kEmpty, kDamaged (no PDF header, no end-of-file mark, or broken where
// text would be lost), kEncrypted, kNoText, kTooLarge, kTooComplex (past the
// bounds above), kNoConverter.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPdf(int fd,
                                                       std::uint64_t size);

}  // namespace answerbox::client
