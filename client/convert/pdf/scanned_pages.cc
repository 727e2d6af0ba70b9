#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
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
// Tesseract reads a file, and what it reads must not be left on a disk: it may
// be a patient's letter.
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
  // Grey is enough for tesseract, and a third of the memory of colours.
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

// Where the pages without text are in the output. A damaged file may have two
// pages of one number; pdftoppm could draw only the first.
std::vector<std::size_t> FindScans(const std::vector<PdfPage>& pages) {
  std::vector<std::size_t> indexes;
  std::set<std::uint32_t> numbers;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i].has_text && numbers.insert(pages[i].number).second) {
      indexes.push_back(i);
    }
  }
  return indexes;
}

}  // namespace

MendedPages Mend(std::vector<recognition::PageOnPaper> pages) {
  MendedPages mended;
  for (recognition::PageOnPaper& page : pages) {
    // The letters' confidence is that of what tesseract read, not of what is
    // made of it.
    mended.recognized.push_back(
        {page.number, recognition::MeanConfidence(page.seen.lines)});
    recognition::MendBullets(page.seen);
    recognition::Straighten(page.seen);
  }
  mended.markup = recognition::WritePages(pages);
  return mended;
}

Conversion<ScannedPages> ReadScannedPages(
    int fd, std::string_view xml,
    const recognition::TextRecognition& recognition) {
  const std::vector<PdfPage> pages = ListPages(xml);
  const std::vector<std::size_t> indexes = FindScans(pages);
  if (indexes.empty()) return ScannedPages{};
  std::vector<std::uint32_t> numbers;
  for (const std::size_t index : indexes) {
    numbers.push_back(pages[index].number);
  }
  const auto draw = [&](std::uint32_t number) {
    const auto at = std::ranges::find(numbers, number) - numbers.begin();
    return Draw(fd, pages[indexes[static_cast<std::size_t>(at)]]);
  };
  auto seen = recognition::RecognizePages(numbers, fd, std::to_string(kScanDpi),
                                          draw, recognition);
  if (!seen) return seen.error();

  std::vector<recognition::PageOnPaper> on_paper;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const PdfPage& page = pages[indexes[i]];
    on_paper.push_back(
        {numbers[i], page.width, page.height, std::move(seen->pages[i])});
  }
  MendedPages mended = Mend(std::move(on_paper));
  ScannedPages scanned;
  scanned.recognized = std::move(mended.recognized);
  scanned.kept_in = std::move(seen->kept_in);
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    scanned.runs.push_back({indexes[i], std::move(mended.markup[i].runs)});
    scanned.words.push_back({indexes[i], std::move(mended.markup[i].words)});
  }
  return scanned;
}

}  // namespace answerbox::client
