// Converts pictures of pages: PNG, JPEG, and TIFF of one page or more.
#pragma once

#include <cstdint>

#include "client/convert/converted_document.h"
#include "client/convert/recognition/page_queue.h"

namespace answerbox::client {

inline constexpr std::uint64_t kMaxPictureFileBytes = 64u << 20;

// `fd` is a regular file open for reading, at any position, of `size` bytes.
//   recognition  null: the picture is refused
// Errors: kEmpty, kTooLarge, kDamaged (no such picture), kNoText, and those of
// recognition::RecognizePages.
[[nodiscard]] Conversion<ConvertedDocument> ConvertPicture(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition);

}  // namespace answerbox::client
