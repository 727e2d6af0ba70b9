// Reads pages that are pictures or contain some, in PDFs and in files of
// pictures.
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

// Pages are drawn with the resolution that tesseract is trained for.
inline constexpr int kScanDpi = 300;

// A larger page, such as a poster, is drawn with a lower resolution. A3 has
// 17.4 million pixels.
inline constexpr int kMaxScanPixels = 20'000'000;

struct ScannedPages {
  // Their text, to put into the output of pdftohtml and pdftotext by
  // ReplacePages.
  std::vector<PageReplacement> runs;
  std::vector<PageReplacement> words;
  // Scans, and pages with text whose pictures had words.
  std::vector<RecognizedPage> recognized;
  std::vector<std::uint32_t> pages;  // All pages that were looked at.
  std::filesystem::path kept_in;     // For recognition::ForgetPages.
};

// Recognises text of the PDF open as `fd`: the pages without text in `xml`, the
// output of `pdftohtml -xml`, and on the other pages the `pictures` that may
// hold words (layout::UnreadContent). Errors: those of
// recognition::RecognizePages and of RunPdfProgram.
[[nodiscard]] Conversion<ScannedPages> ReadScannedPages(
    int fd, std::string_view xml, std::span<const std::uint32_t> pictures,
    const recognition::TextRecognition& recognition);

// Recognised pages in the form that layout/ reads.
struct MendedPages {
  std::vector<recognition::PageMarkup> markup;  // One for each page.
  std::vector<RecognizedPage> recognized;
};

// Mends what was recognised on pages, and writes it in the form of poppler's
// output.
[[nodiscard]] MendedPages Mend(std::vector<recognition::PageOnPaper> pages);

// Counts the pages of a TIFF file.
inline constexpr std::uint32_t kMaxTiffPages = 65'535;

// At least 1: a file that can't be followed is left to the program that reads
// it. At most kMaxTiffPages, even if the chain of pages is circular.
[[nodiscard]] std::uint32_t CountTiffPages(int fd);

}  // namespace answerbox::client
