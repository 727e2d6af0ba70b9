// The pages in what poppler's programs print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// How a page begins in the output of `pdftohtml -xml` and `pdftotext -bbox`.
inline constexpr std::string_view kRunPageTag = "<page number";
inline constexpr std::string_view kWordPageTag = "<page ";

struct PdfPage {
  std::uint32_t number = 0;  // As poppler counts: from 1.
  double width = 0;          // Poppler's pixels, of which 108 are an inch.
  double height = 0;
  bool has_text = false;  // Text that layout/ reads.
};

// Lists the pages that `pdftohtml -xml` prints, at most layout's bound of them.
[[nodiscard]] std::vector<PdfPage> ListPages(std::string_view xml);

struct PageReplacement {
  std::size_t index = 0;  // Of the page in the output, from 0.
  std::string xml;        // Another page, from its tag on.
};

// Replaces pages, each of which begins with `tag`. An index that is not there
// changes nothing. Precondition: indexes ascend.
[[nodiscard]] std::string ReplacePages(
    std::string_view xml, std::string_view tag,
    std::span<const PageReplacement> replacements);

}  // namespace answerbox::client
