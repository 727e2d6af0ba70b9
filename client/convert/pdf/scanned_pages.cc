#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/pdf/pictures.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/recognition/seen_page.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using recognition::Picture;

constexpr double kPixelsPerInch = 108;  // Poppler's.

// A byte for each pixel, and the head of the format PGM.
constexpr std::size_t kMaxPictureBytes = kMaxScanPixels + 1024;

int DpiOf(const PdfPage& page) {
  const double square_inches = std::max(
      page.width * page.height / (kPixelsPerInch * kPixelsPerInch), 0.01);
  const double dpi = std::floor(std::sqrt(kMaxScanPixels / square_inches));
  return static_cast<int>(std::clamp<double>(dpi, 1, kScanDpi));
}

// A file in memory with `bytes`.
Conversion<platform::FileDescriptor> InMemory(std::string_view bytes) {
  platform::FileDescriptor file(memfd_create("page", MFD_CLOEXEC));
  std::size_t written = 0;
  while (file.is_open() && written < bytes.size()) {
    const ssize_t count =
        write(file.get(), bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (!file.is_open() || written < bytes.size()) {
    return Rejection{RejectionReason::kTooComplex,
                     "there is no memory for the picture of a page"};
  }
  return file;
}

// Draws a page in shades of grey.
Conversion<Picture> Draw(int fd, const PdfPage& page) {
  const int dpi = DpiOf(page);
  const std::string number = std::to_string(page.number);
  const std::array<std::string, 8> options = {
      "-r",  std::to_string(dpi), "-gray", "-singlefile", "-f", number, "-l",
      number};
  const auto picture = RunPdfProgram("pdftoppm", options, fd, kMaxPictureBytes);
  if (!picture) return picture.error();
  auto file = InMemory(*picture);
  if (!file) return file.error();
  return Picture{.file = *std::move(file), .dpi = dpi};
}

}  // namespace

Conversion<ScannedPages> ReadScannedPages(
    int fd, std::string_view xml,
    const recognition::TextRecognition& recognition) {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> indexes;
  std::map<std::uint32_t, PdfPage> by_number;
  const std::vector<PdfPage> pages = ListPages(xml);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const PdfPage& page = pages[i];
    if (page.has_text || !by_number.try_emplace(page.number, page).second) {
      continue;
    }
    numbers.push_back(page.number);
    indexes.push_back(i);
  }
  if (numbers.empty()) return ScannedPages{};
  const auto draw = [&](std::uint32_t number) {
    return Draw(fd, by_number.at(number));
  };
  auto seen = recognition::RecognizePages(numbers, fd, std::to_string(kScanDpi),
                                          draw, recognition);
  if (!seen) return seen.error();

  ScannedPages scanned;
  scanned.kept_in = std::move(seen->kept_in);
  std::vector<recognition::PageOnPaper> on_paper;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    recognition::SeenPage& page = seen->pages[i];
    scanned.recognized.push_back(
        {numbers[i], recognition::MeanConfidence(page.lines)});
    recognition::MendBullets(page);
    recognition::Straighten(page);
    on_paper.push_back({numbers[i], pages[indexes[i]].width,
                        pages[indexes[i]].height, std::move(page)});
  }
  std::vector<recognition::PageMarkup> written =
      recognition::WritePages(on_paper);
  for (std::size_t i = 0; i < written.size(); ++i) {
    scanned.runs.push_back({indexes[i], std::move(written[i].runs)});
    scanned.words.push_back({indexes[i], std::move(written[i].words)});
  }
  return scanned;
}

}  // namespace answerbox::client
