// Pages that are pictures or hold some: in a PDF, and files of pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/recognition/page_queue.h"
#include "client/convert/recognition/seen_page.h"

namespace answerbox::client {

// Pages are drawn with this resolution: what tesseract is trained for.
inline constexpr int kScanDpi = 300;

// A larger page, such as a poster, is drawn with a lower one. A3 has 17.4
// million.
inline constexpr int kMaxScanPixels = 20'000'000;

struct ScannedPages {
  // Their text, for ReplacePages in what pdftohtml and pdftotext print.
  std::vector<PageReplacement> runs;
  std::vector<PageReplacement> words;
  // Scans, and pages with text in whose pictures words were found.
  std::vector<RecognizedPage> recognized;
  std::vector<std::uint32_t> pages;  // All that were looked at.
  std::filesystem::path kept_in;     // For recognition::ForgetPages.
};

// Recognises the pages of the PDF open as `fd` that have no text in `xml`, as
// `pdftohtml -xml` prints it, and on the others the `pictures` that may hold
// words (layout::UnreadContent). Errors: those of recognition::RecognizePages
// and of RunPdfProgram.
[[nodiscard]] Conversion<ScannedPages> ReadScannedPages(
    int fd, std::string_view xml, std::span<const std::uint32_t> pictures,
    const recognition::TextRecognition& recognition);

// Recognised pages as layout/ reads them.
struct MendedPages {
  std::vector<recognition::PageMarkup> markup;  // One for each page.
  std::vector<RecognizedPage> recognized;
};

// Mends what was seen on pages, and writes it as poppler's programs write
// pages.
[[nodiscard]] MendedPages Mend(std::vector<recognition::PageOnPaper> pages);

// Counts the pages of a TIFF file.
inline constexpr std::uint32_t kMaxTiffPages = 65'535;

// At least 1: a file that can't be followed is left to the program that reads
// it. At most kMaxTiffPages, also where pages are chained in a circle.
[[nodiscard]] std::uint32_t CountTiffPages(int fd);

}  // namespace answerbox::client
