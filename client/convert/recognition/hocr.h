// Reads what tesseract writes of a picture. It comes from a program that read a
// hostile file: nothing in it is trusted, and what does not read as a word is
// skipped.
#pragma once

#include <cstddef>
#include <string_view>

#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {

// Further words of a page are dropped. A full page of small print has 3,000.
inline constexpr std::size_t kMaxPageWords = 50'000;

// A line below it is noise: a smudge, a signature, a part of a picture.
inline constexpr int kLeastLineConfidence = 30;

// Reads the first page of `hocr`. Leaves out lines whose mean confidence is
// below kLeastLineConfidence, and rules of tables that were read as "|".
[[nodiscard]] SeenPage ReadHocr(std::string_view hocr);

}  // namespace answerbox::client::recognition
