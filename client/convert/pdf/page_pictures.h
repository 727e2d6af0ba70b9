// Draws the pages of a PDF, so that readers can see where an answer is printed.
#pragma once

#include <cstdint>
#include <functional>

#include "client/convert/document/converted_document.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::client {

// What a daemon takes of one document, so that nothing more is drawn.
struct PageDrawing {
  std::uint32_t most_pages = protocol::kMaxPicturedPages;
  std::uint64_t most_bytes = std::uint64_t{256} << 20;  // Without boxes.
  // Called before each page; may be empty.
  std::function<bool()> is_stop_requested = {};
};

// Draws each page of the PDF open as `fd`, from which `document` was converted,
// in grey and as small as protocol::kMaxPictureBytes asks for. Sets
// page_pictures of the document, and counts the pages that can't be drawn, or
// not as small. Takes most_bytes of memory, twice at its end, and a page.
// Errors: kTooLarge (more pages, before any is drawn; or more bytes),
// kNoConverter, kStopped.
[[nodiscard]] Conversion<void> DrawPages(int fd, const PageDrawing& drawing,
                                         ConvertedDocument& document);

}  // namespace answerbox::client
