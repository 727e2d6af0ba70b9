// Writes recognised pages as poppler's programs write pages, so that layout/
// reads both alike, also where a document has both.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {

// A page whose words are known, and its size on paper in poppler's pixels, of
// which 108 are an inch.
struct PageOnPaper {
  std::uint32_t number = 0;  // From 1.
  double width = 0;
  double height = 0;
  SeenPage seen;
};

struct PageMarkup {
  std::string runs;   // A `<page>` as of `pdftohtml -xml`.
  std::string words;  // And one as of `pdftotext -bbox`.
};

// Writes each of `pages`. Tesseract measures a size for each line anew, so
// sizes that differ little become one font.
[[nodiscard]] std::vector<PageMarkup> WritePages(
    std::span<const PageOnPaper> pages);

}  // namespace answerbox::client::recognition
