#include "protocol/pictures/page_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/pdf/pdf.h"
#include "client/convert/pdf/poppler.h"

namespace answerbox::client {
namespace {

// The longer side, in pixels. Small print of an A4 page can be read with the
// first; with less than the last, nothing can.
constexpr int kMostPixels = 1400;
constexpr int kFewestPixels = 300;

// The first picture of a page with photographs has some 300 KB.
constexpr std::size_t kMaxDrawnBytes = 4u << 20;

Conversion<std::string> DrawPage(int fd, std::uint32_t page, int pixels) {
  const std::string number = std::to_string(page);
  const std::array<std::string, 11> options = {
      "-gray",       "-jpeg",
      "-jpegopt",    "quality=40,optimize=y",
      "-scale-to",   std::to_string(pixels),
      "-singlefile", "-f",
      number,        "-l",
      number};
  // pdftoppm would write grey as three equal colours.
  return RunPdfProgram("pdftocairo", options, {fd}, kMaxDrawnBytes);
}

// Draws the page smaller until its picture fits. Errors: kNoConverter; nothing
// is returned for a page that can't be drawn.
Conversion<std::optional<std::string>> DrawToFit(int fd, std::uint32_t page) {
  int pixels = kMostPixels;
  while (pixels >= kFewestPixels) {
    auto picture = DrawPage(fd, page, pixels);
    if (!picture) {
      if (picture.error().reason == RejectionReason::kNoConverter) {
        return picture.error();
      }
      return std::optional<std::string>();
    }
    if (picture->empty()) return std::optional<std::string>();
    if (picture->size() <= protocol::kMaxPictureBytes) {
      return std::optional(*std::move(picture));
    }
    // The bytes grow nearly as the pixels do, with the square of the side.
    const double excess = static_cast<double>(picture->size()) /
                          static_cast<double>(protocol::kMaxPictureBytes);
    pixels = static_cast<int>(pixels * std::min(0.93 / std::sqrt(excess), 0.9));
  }
  return std::optional<std::string>();
}

std::map<std::uint32_t, std::vector<protocol::BlockBox>> BoxesByPage(
    const ConvertedDocument& document) {
  std::map<std::uint32_t, std::vector<protocol::BlockBox>> pages;
  for (const PrintedBox& printed : document.boxes) {
    auto& boxes = pages[printed.page];
    // A page of a parts list may have more; its picture is there all the same.
    if (boxes.size() < protocol::kMaxPageBoxes) boxes.push_back(printed.box);
  }
  return pages;
}

Rejection TooManyBytes(std::uint32_t page, const PageDrawing& drawing) {
  return {RejectionReason::kTooLarge,
          "with page " + std::to_string(page) +
              ", its page pictures have more than the " +
              std::to_string(drawing.most_bytes >> 10) +
              " KiB that they may (max_document_page_bytes): add it without "
              "--pages, or split it into parts"};
}

}  // namespace

Conversion<void> DrawPages(int fd, const PageDrawing& drawing,
                           ConvertedDocument& document) {
  if (document.printed_pages > drawing.most_pages) {
    return Rejection{RejectionReason::kTooLarge,
                     "pictures are kept of at most " +
                         std::to_string(drawing.most_pages) +
                         " pages (max_page_pictures), and it has " +
                         std::to_string(document.printed_pages) +
                         ": add it without --pages, or split it into parts"};
  }
  auto boxes = BoxesByPage(document);
  std::vector<protocol::PicturedPage> pages;
  std::uint64_t bytes = 0;
  for (std::uint32_t page = 1; page <= document.printed_pages; ++page) {
    if (drawing.is_stop_requested && drawing.is_stop_requested()) {
      return Rejection{RejectionReason::kStopped, "stopped"};
    }
    auto picture = DrawToFit(fd, page);
    if (!picture) return picture.error();
    if (!*picture) continue;
    pages.push_back({page, **std::move(picture), std::move(boxes[page])});
    bytes += pages.back().picture.size();
    if (bytes > drawing.most_bytes) return TooManyBytes(page, drawing);
  }
  if (!pages.empty()) {
    document.page_pictures = protocol::WritePagePictures(pages);
  }
  document.undrawn_pages =
      document.printed_pages - static_cast<std::uint32_t>(pages.size());
  return {};
}

}  // namespace answerbox::client
