// Converts the documents of word processors, and e-books, with the program
// `pandoc` in a process of its own, bounded as pdftotext is (pdf.h).
//
// Pandoc writes HTML, which our own converter reads. Its JSON would say no more
// of what we keep, changes with its versions, and would need a reader of its
// own; HTML is what it writes for everybody.
#pragma once

#include <chrono>
#include <cstdint>

#include "client/convert/converted_document.h"

namespace answerbox::client {

enum class PandocFormat : std::uint8_t { kDocx, kOpenDocument, kEpub, kRtf };

inline constexpr std::uint64_t kMaxPandocFileBytes = 64u << 20;
inline constexpr std::chrono::seconds kMaxPandocProcessorTime{60};
inline constexpr std::chrono::seconds kMaxPandocWallTime{120};
inline constexpr std::uint64_t kMaxPandocAddressSpace = 1u << 30;
inline constexpr std::size_t kMaxPandocOutputBytes = 64u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// Errors: kEmpty, kDamaged (not of the format, or broken), kEncrypted (or of an
// old version of Word), kTooLarge, kTooComplex (past the bounds above),
// kNoConverter, and those of ConvertHtml.
[[nodiscard]] Conversion<ConvertedDocument> ConvertWithPandoc(
    PandocFormat format, int fd, std::uint64_t size);

}  // namespace answerbox::client
