#include "client/convert/picture.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/read_layout.h"
#include "client/convert/layout_writer.h"
#include "client/convert/recognition/bullets.h"
#include "client/convert/recognition/page_markup.h"
#include "client/convert/tiff_pages.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using recognition::Picture;
using recognition::SeenPage;

// The longer side of a page of A4, 11.7 inches, in poppler's pixels. Every
// picture is read as such a page, whatever size it tells.
constexpr double kLongSide = 1263;

enum class PictureFormat : std::uint8_t { kPng, kJpeg, kTiff };

// Anything else tesseract might take as a list of names of pictures.
std::optional<PictureFormat> PictureFormatOf(int fd) {
  std::array<char, 8> bytes{};
  const ssize_t count = pread(fd, bytes.data(), bytes.size(), 0);
  if (count < 0) return std::nullopt;
  const std::string_view begin(bytes.data(), static_cast<std::size_t>(count));
  using namespace std::string_view_literals;
  if (begin == "\x89PNG\r\n\x1a\n"sv) return PictureFormat::kPng;
  if (begin.starts_with("\xFF\xD8\xFF"sv)) return PictureFormat::kJpeg;
  if (begin.starts_with("II*\0"sv) || begin.starts_with("MM\0*"sv)) {
    return PictureFormat::kTiff;
  }
  return std::nullopt;
}

Conversion<Picture> Share(int fd, PictureFormat format, std::uint32_t page) {
  Picture picture{.file =
                      platform::FileDescriptor(fcntl(fd, F_DUPFD_CLOEXEC, 0))};
  if (!picture.file.is_open()) {
    return Rejection{RejectionReason::kUnreadable, "the file can't be read"};
  }
  if (format == PictureFormat::kTiff) picture.index = page - 1;
  return picture;
}

recognition::PageOnPaper OnPaper(std::uint32_t number, SeenPage seen) {
  recognition::MendBullets(seen);
  recognition::Straighten(seen);
  const double scale = kLongSide / std::max(seen.width, seen.height);
  const double width = seen.width * scale;
  const double height = seen.height * scale;
  return {number, width, height, std::move(seen)};
}

}  // namespace

Conversion<ConvertedDocument> ConvertPicture(
    int fd, std::uint64_t size,
    const recognition::TextRecognition* recognition) {
  if (size == 0) return Rejection{RejectionReason::kEmpty, "the file is empty"};
  if (size > kMaxPictureFileBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "larger than 64 MiB: save it with a lower resolution"};
  }
  if (recognition == nullptr) {
    return Rejection{RejectionReason::kNoText,
                     "a picture holds no text: add it with --ocr and its "
                     "language, as in answerbox add --ocr eng"};
  }
  const auto format = PictureFormatOf(fd);
  if (!format) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not a picture, although its name says so"};
  }
  std::vector<std::uint32_t> numbers(
      *format == PictureFormat::kTiff ? CountTiffPages(fd) : 1);
  std::iota(numbers.begin(), numbers.end(), 1u);
  const auto share = [&](std::uint32_t page) {
    return Share(fd, *format, page);
  };
  auto seen =
      recognition::RecognizePages(numbers, fd, "picture", share, *recognition);
  if (!seen) return seen.error();

  std::vector<RecognizedPage> recognized;
  std::vector<recognition::PageOnPaper> pages;
  for (const std::uint32_t number : numbers) {
    SeenPage& page = seen->pages[number - 1];
    recognized.push_back({number, recognition::MeanConfidence(page.lines)});
    pages.push_back(OnPaper(number, std::move(page)));
  }
  recognition::PageMarkup all;
  for (const recognition::PageMarkup& page : recognition::WritePages(pages)) {
    all.runs += page.runs;
    all.words += page.words;
  }
  auto document = DocumentFromLayout(ReadLayout(all.runs, all.words));
  if (!document) {
    if (document.error().reason != RejectionReason::kNoText) return document;
    return Rejection{RejectionReason::kNoText,
                     "no text was recognised on the picture"};
  }
  NoteRecognized(std::move(recognized), std::move(seen->kept_in), *document);
  return document;
}

}  // namespace answerbox::client
