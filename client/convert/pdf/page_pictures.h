// Draws the pages of a PDF, so that readers can see where an answer is printed.
#pragma once

#include <cstdint>
#include <functional>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

// Draws each page of the PDF open as `fd`, from which `document` was converted,
// in grey and as small as protocol::kMaxPictureBytes asks for. Sets
// page_pictures of the document, and counts the pages that can't be drawn, or
// not as small. Errors: kTooLarge (more than kMaxPicturedPages),
// kNoConverter, kStopped.
//   is_stop_requested  called before each page; may be empty
[[nodiscard]] Conversion<void> DrawPages(
    int fd, const std::function<bool()>& is_stop_requested,
    ConvertedDocument& document);

}  // namespace answerbox::client
