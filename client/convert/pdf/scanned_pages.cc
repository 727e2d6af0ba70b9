#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "client/convert/layout/lines/runs.h"
#include "client/convert/pdf/pictures.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/recognition/seen_page.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using recognition::Picture;

constexpr double kPixelsPerInch = 108;  // Poppler's.

// A byte for each pixel, and the header of the PGM format.
constexpr std::size_t kMaxPictureBytes = kMaxScanPixels + 1024;

int DpiOf(const PdfPage& page) {
  const double square_inches = std::max(
      page.width * page.height / (kPixelsPerInch * kPixelsPerInch), 0.01);
  const double dpi = std::floor(std::sqrt(kMaxScanPixels / square_inches));
  return static_cast<int>(std::clamp<double>(dpi, 1, kScanDpi));
}

// Draws a page in shades of grey.
Conversion<Picture> Draw(int fd, const PdfPage& page) {
  // Grey is enough for tesseract, and a third of the memory of colours.
  const int dpi = DpiOf(page);
  const std::string number = std::to_string(page.number);
  const std::array<std::string, 8> options = {
      "-r",  std::to_string(dpi), "-gray", "-singlefile", "-f", number, "-l",
      number};
  const auto picture =
      RunPdfProgram("pdftoppm", options, {fd}, kMaxPictureBytes);
  if (!picture) return picture.error();
  auto file = InMemory(*picture);
  if (!file) return file.error();
  return Picture{.file = *std::move(file), .dpi = dpi};
}

// A page whose text is recognised.
struct ReadPage {
  std::size_t index = 0;  // In the output.
  PdfPage page;
  // Its own text. Beside it, only text in pictures counts.
  std::vector<layout::Run> text = {};
};

// A damaged file may have two pages of one number, of which pdftoppm could draw
// only the first.
std::vector<ReadPage> FindPages(std::string_view xml,
                                std::span<const std::uint32_t> pictured) {
  std::vector<ReadPage> found;
  std::set<std::uint32_t> numbers;
  const std::vector<PdfPage> pages = ListPages(xml);
  layout::RunReader reader(xml);
  layout::RunPage runs;
  for (std::size_t i = 0; i < pages.size() && reader.ReadPage(runs); ++i) {
    const PdfPage& page = pages[i];
    if ((page.has_text &&
         std::ranges::find(pictured, page.number) == pictured.end()) ||
        !numbers.insert(page.number).second) {
      continue;
    }
    // Turned text is not where its box is.
    if (page.has_text && !runs.turned.empty()) continue;
    found.push_back({i, page, std::exchange(runs.runs, {})});
  }
  return found;
}

// Removes from `seen` what the page's own text contains, and what in a picture
// is hardly text.
void KeepPictures(const ReadPage& page, recognition::SeenPage& seen) {
  constexpr int kLeastConfidence = 60;
  if (page.text.empty()) return;
  const double scale = 100 * page.page.width / seen.width;
  const auto is_known = [&](const recognition::SeenLine& line,
                            const recognition::SeenWord& word) {
    const double x = (word.left + word.right) / 2 * scale;
    const double y = (line.baseline - line.ascent / 2) * scale;
    return std::ranges::any_of(page.text, [x, y](const layout::Run& run) {
      return x >= run.left && x <= run.end && y >= run.top && y <= run.bottom;
    });
  };
  for (recognition::SeenLine& line : seen.lines) {
    std::erase_if(line.words, [&](const recognition::SeenWord& word) {
      return is_known(line, word);
    });
  }
  std::erase_if(seen.lines, [](const recognition::SeenLine& line) {
    return line.words.empty() ||
           recognition::MeanConfidence(std::span(&line, 1)) < kLeastConfidence;
  });
  // The lines of a page on its side are not where those of its text are.
  if (seen.is_on_side) seen.lines.clear();
}

// Returns the page at `index` of the output, with the runs of another page,
// `more`.
std::string WithRuns(std::string_view xml, std::size_t index,
                     std::string_view more) {
  constexpr std::string_view kEnd = "</page>";
  std::size_t begin = xml.find(kRunPageTag);
  for (std::size_t i = 0; i < index; ++i) {
    begin = xml.find(kRunPageTag, begin + 1);
  }
  std::string_view page = xml.substr(begin);
  page = page.substr(0, page.find(kRunPageTag, 1));
  page = page.substr(0, page.find(kEnd));
  more.remove_prefix(std::min(more.find('\n') + 1, more.size()));
  return std::string(page) + std::string(more);
}

}  // namespace

MendedPages Mend(std::vector<recognition::PageOnPaper> pages) {
  MendedPages mended;
  for (recognition::PageOnPaper& page : pages) {
    // The confidence is that of tesseract's reading, not of the mended text.
    mended.recognized.push_back(
        {page.number, recognition::MeanConfidence(page.seen.lines)});
    recognition::MendBullets(page.seen);
    recognition::Straighten(page.seen);
  }
  mended.markup = recognition::WritePages(pages);
  return mended;
}

Conversion<ScannedPages> ReadScannedPages(
    int fd, std::string_view xml, std::span<const std::uint32_t> pictures,
    const recognition::TextRecognition& recognition) {
  const std::vector<ReadPage> pages = FindPages(xml, pictures);
  if (pages.empty()) return ScannedPages{};
  std::vector<std::uint32_t> numbers;
  for (const ReadPage& page : pages) numbers.push_back(page.page.number);
  const auto draw = [&](std::uint32_t number) {
    const auto at = std::ranges::find(numbers, number) - numbers.begin();
    return Draw(fd, pages[static_cast<std::size_t>(at)].page);
  };
  auto seen = recognition::RecognizePages(numbers, fd, std::to_string(kScanDpi),
                                          draw, recognition);
  if (!seen) return seen.error();

  std::vector<recognition::PageOnPaper> on_paper;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    PdfPage page = pages[i].page;
    KeepPictures(pages[i], seen->pages[i]);
    if (seen->pages[i].is_on_side && pages[i].text.empty()) {
      std::swap(page.width, page.height);
    }
    on_paper.push_back(
        {numbers[i], page.width, page.height, std::move(seen->pages[i])});
  }
  MendedPages mended = Mend(std::move(on_paper));
  ScannedPages scanned;
  scanned.kept_in = std::move(seen->kept_in);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::size_t index = pages[i].index;
    recognition::PageMarkup& markup = mended.markup[i];
    const bool is_scan = pages[i].text.empty();
    if (is_scan) {
      scanned.runs.push_back({index, std::move(markup.runs)});
      scanned.words.push_back({index, std::move(markup.words)});
    } else if (markup.words.find("<word") != std::string::npos) {
      scanned.runs.push_back({index, WithRuns(xml, index, markup.runs)});
    } else {
      continue;  // Its pictures have no words.
    }
    scanned.recognized.push_back(mended.recognized[i]);
  }
  scanned.pages = std::move(numbers);
  return scanned;
}

}  // namespace answerbox::client
