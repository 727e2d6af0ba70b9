#include "client/convert/tiff_pages.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace answerbox::client {
namespace {

// Reads numbers in the byte order that the file's first byte tells.
class TiffNumbers {
 public:
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

}  // namespace

// TIFF 6.0, section 2: a directory for each page, which ends with the place of
// the next one, or 0.
std::uint32_t CountTiffPages(int fd) {
  constexpr std::uint32_t kVersion = 42;
  constexpr std::uint64_t kEntryBytes = 12;
  const TiffNumbers numbers(fd);
  if (numbers.Short(2) != kVersion) return 1;
  std::uint32_t pages = 0;
  std::uint64_t directory = numbers.Long(4).value_or(0);
  while (directory != 0 && pages < kMaxTiffPages) {
    const auto entries = numbers.Short(directory);
    if (!entries) break;
    ++pages;
    directory =
        numbers.Long(directory + 2 + *entries * kEntryBytes).value_or(0);
  }
  return std::max(pages, 1u);
}

}  // namespace answerbox::client
