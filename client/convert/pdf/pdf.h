// Converts PDFs and pictures of pages: poppler's programs or tesseract find the
// place of each piece of text, and layout/ reads the structure from the places.
#pragma once

#include <cstdint>
#include <functional>

#include "client/convert/document/converted_document.h"
#include "client/convert/recognition/page_queue.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::client {

// Larger files are refused before anything reads them.
inline constexpr std::uint64_t kMaxPdfBytes = 512u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
// `recognition` reads pages that are pictures; it may be null. Errors: kEmpty,
// kDamaged (no PDF header, no end-of-file mark, or broken so that text would be
// lost), kEncrypted, kNoText, kTooLarge, kTooComplex (past the bounds of
// poppler.h), kNoConverter; with `recognition` also those of ReadScannedPages.
// A document over a bound of ReadLayout has its text without structure.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPdf(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

// The bound for pictures.
inline constexpr std::uint64_t kMaxPictureFileBytes = 64u << 20;

// Converts a picture: PNG, JPEG, and TIFF of one page or more. Each page is
// read as A4, whatever size the picture states. `fd` is a regular file open for
// reading, at any position, of `size` bytes.
//   recognition  null: the picture is refused
// Errors: kEmpty, kTooLarge, kDamaged (no such picture), kNoText, and those of
// recognition::RecognizePages.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPicture(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

// What a daemon takes of one document, so that nothing more is drawn.
struct PageDrawing {
  std::uint32_t most_pages = protocol::kMaxPicturedPages;
  std::uint64_t most_bytes = std::uint64_t{256} << 20;  // Without boxes.
  // Called before each page; may be empty.
  std::function<bool()> is_stop_requested = {};
};

// Draws each page of the PDF open as `fd`, from which `document` was converted,
// so that readers can see where an answer is printed: in grey and as small as
// protocol::kMaxPictureBytes asks for. Sets page_pictures of the document, and
// counts the pages that can't be drawn, or not as small. Takes most_bytes of
// memory, twice at its end, and a page. Errors: kTooLarge (more pages, before
// any is drawn; or more bytes), kNoConverter, kStopped.
[[nodiscard]] Conversion<void> DrawPages(int fd, const PageDrawing& drawing,
                                         ConvertedDocument& document);

}  // namespace answerbox::client
