// Converts PDFs, and pictures of pages: poppler's programs or tesseract tell
// where each piece of text stands, and layout/ reads the structure from that.
#pragma once

#include <cstdint>

#include "client/convert/document/converted_document.h"
#include "client/convert/recognition/page_queue.h"

namespace answerbox::client {

// A larger file is refused before anything reads it.
inline constexpr std::uint64_t kMaxPdfBytes = 512u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// With `recognition` (null: without), pages that are pictures are read by it.
// Errors: kEmpty, kDamaged (no PDF header, no end-of-file mark, or broken where
// text would be lost), kEncrypted, kNoText, kTooLarge, kTooComplex (past the
// bounds of poppler.h), kNoConverter. A document over a bound of
// ReadLayout has its text without structure. With `recognition`, the
// errors of ReadScannedPages too.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPdf(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

// The same for pictures.
inline constexpr std::uint64_t kMaxPictureFileBytes = 64u << 20;

// Converts a picture: PNG, JPEG, and TIFF of one page or more. Each page
// is read as one of A4, whatever size the picture tells.
// `fd` is a regular file open for reading, at any position, of `size` bytes.
//   recognition  null: the picture is refused
// Errors: kEmpty, kTooLarge, kDamaged (no such picture), kNoText, and those of
// recognition::RecognizePages.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPicture(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

}  // namespace answerbox::client
