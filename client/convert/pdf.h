// Converts PDF: poppler's programs tell where each piece of text stands
// (pdf_program.h), and layout/ reads the structure from that.
#pragma once

#include <cstdint>

#include "client/convert/converted_document.h"
#include "client/convert/recognition/page_queue.h"

namespace answerbox::client {

inline constexpr std::uint64_t kMaxPdfBytes = 512u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// With `recognition` (null: without), pages that are pictures are read by it.
// Errors: kEmpty, kDamaged (no PDF header, no end-of-file mark, or broken where
// text would be lost), kEncrypted, kNoText, kTooLarge, kTooComplex (past the
// bounds of pdf_program.h), kNoConverter. A document over a bound of
// layout/bounds.h has its text without structure. With `recognition`, the
// errors of ReadScannedPages too.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPdf(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

}  // namespace answerbox::client
