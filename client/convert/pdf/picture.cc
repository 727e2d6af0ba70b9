#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/pdf/pdf.h"
#include "client/convert/pdf/pdf_document.h"
#include "client/convert/pdf/pictures.h"
#include "client/convert/recognition/seen_page.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

// Reads numbers in the byte order given by the file's first byte.
class TiffNumbers {
 public:
  // "II" is little-endian, "MM" big-endian (TIFF 6.0, section 2, bytes 0 and
  // 1).
  explicit TiffNumbers(int fd) : fd_(fd) {
    is_little_endian_ = Read<1>(0, false) == std::uint32_t{'I'};
  }

  [[nodiscard]] std::optional<std::uint32_t> Short(std::uint64_t offset) const {
    return Read<2>(offset, is_little_endian_);
  }
  [[nodiscard]] std::optional<std::uint32_t> Long(std::uint64_t offset) const {
    return Read<4>(offset, is_little_endian_);
  }

 private:
  template <std::size_t kBytes>
  [[nodiscard]] std::optional<std::uint32_t> Read(std::uint64_t offset,
                                                  bool is_little_endian) const {
    std::array<unsigned char, kBytes> bytes{};
    if (pread(fd_, bytes.data(), kBytes, static_cast<off_t>(offset)) !=
        static_cast<ssize_t>(kBytes)) {
      return std::nullopt;
    }
    if (is_little_endian) std::ranges::reverse(bytes);
    std::uint32_t number = 0;
    for (const unsigned char byte : bytes) number = number << 8 | byte;
    return number;
  }

  int fd_;
  bool is_little_endian_ = false;
};

using recognition::Picture;
using recognition::SeenPage;

// The longer side of an A4 page, 11.7 inches, in poppler's pixels. Every
// picture is read as such a page, whatever size it states.
constexpr double kLongSide = 1263;

enum class PictureFormat : std::uint8_t { kPng, kJpeg, kTiff };

// Other files tesseract might take for a list of names of pictures.
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

// Returns a page of the usual size, whatever size the picture states.
recognition::PageOnPaper OnPaper(std::uint32_t number, SeenPage seen) {
  const double scale = kLongSide / std::max(seen.width, seen.height);
  const double width = seen.width * scale;
  const double height = seen.height * scale;
  return {number, width, height, std::move(seen)};
}

Conversion<ConvertedDocument> ReadPicture(
    int fd, PictureFormat format,
    const recognition::TextRecognition& recognition) {
  std::vector<std::uint32_t> numbers(
      format == PictureFormat::kTiff ? CountTiffPages(fd) : 1);
  std::iota(numbers.begin(), numbers.end(), 1u);
  const auto share = [&](std::uint32_t page) {
    return Share(fd, format, page);
  };
  auto seen =
      recognition::RecognizePages(numbers, fd, "picture", share, recognition);
  if (!seen) return seen.error();
  std::vector<recognition::PageOnPaper> pages;
  for (const std::uint32_t number : numbers) {
    pages.push_back(OnPaper(number, std::move(seen->pages[number - 1])));
  }
  MendedPages mended = Mend(std::move(pages));
  recognition::PageMarkup all;
  for (const recognition::PageMarkup& page : mended.markup) {
    all.runs += page.runs;
    all.words += page.words;
  }
  auto document = DocumentFromLayout(ReadLayout(all.runs, all.words));
  if (!document) return document;
  NoteRecognized(std::move(mended.recognized), std::move(seen->kept_in),
                 *document);
  return document;
}

}  // namespace

// TIFF 6.0, section 2: each page has a directory, which ends with the place of
// the next one, or 0.
std::uint32_t CountTiffPages(int fd) {
  constexpr std::uint32_t kVersion = 42;
  constexpr std::uint64_t kEntryBytes = 12;
  const TiffNumbers numbers(fd);
  if (numbers.Short(2) != kVersion) return 1;
  std::uint32_t pages = 0;
  std::uint64_t directory = numbers.Long(4).value_or(0);
  // A hostile chain may be circular: the bound ends it.
  while (directory != 0 && pages < kMaxTiffPages) {
    const auto entries = numbers.Short(directory);
    if (!entries) break;
    ++pages;
    directory =
        numbers.Long(directory + 2 + *entries * kEntryBytes).value_or(0);
  }
  return std::max(pages, 1u);
}

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
  auto document = ReadPicture(fd, *format, *recognition);
  if (!document && document.error().reason == RejectionReason::kNoText) {
    return Rejection{RejectionReason::kNoText,
                     "no text was recognised on the picture"};
  }
  return document;
}

}  // namespace answerbox::client
