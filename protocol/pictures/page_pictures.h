// The file of a document's page pictures: a picture of each printed page, and
// the places of the document's blocks on it. docs/page-pictures-format.md has
// its bytes; these functions are their only reader and writer. The file comes
// from a client: nothing in it is trusted unchecked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace answerbox::protocol {

inline constexpr std::uint32_t kMaxPicturedPages = 4096;
inline constexpr std::size_t kMaxPictureBytes = 60'000;
inline constexpr std::size_t kMaxPageBoxes = 4096;
// Boxes count in parts of the page's width and height.
inline constexpr std::uint32_t kPageParts = 10'000;
inline constexpr std::string_view kPictureType = "image/jpeg";

// Where a block, or a part of it, is printed on its page.
struct BlockBox {
  std::uint32_t offset = 0;  // Of its first byte in the document's text.
  // In [0, kPageParts], from the left and the top. The box ends within the
  // page, and is at least one part wide and high.
  std::uint16_t x = 0;
  std::uint16_t y = 0;
  std::uint16_t width = 0;
  std::uint16_t height = 0;

  friend bool operator==(const BlockBox&, const BlockBox&) = default;
};

struct PicturedPage {
  std::uint32_t page = 0;       // As in the document's page marks, 1 or more.
  std::string picture;          // JPEG, at most kMaxPictureBytes.
  std::vector<BlockBox> boxes;  // Ascending by offset.
};

// Precondition: pages ascend, and all bounds above are kept.
[[nodiscard]] std::string WritePagePictures(
    std::span<const PicturedPage> pages);

// Where the file has a page.
struct PictureEntry {
  std::uint32_t page = 0;
  std::uint32_t boxes = 0;
  std::uint32_t picture_bytes = 0;
  std::uint32_t checksum = 0;  // CRC-32C of the page's boxes and picture.
  std::uint64_t offset = 0;    // Of these in the file.
};

// Reads the table of pages. Allocates 32 bytes for each page, at most for
// kMaxPicturedPages. Errors: kTruncated, kCorrupt, kUnsupportedVersion.
[[nodiscard]] engine::Result<std::vector<PictureEntry>> ReadPictureTable(
    std::span<const std::byte> file);

struct PagePicture {
  std::vector<BlockBox> boxes;
  std::span<const std::byte> picture;  // In the file.
};

// Reads one page, of a table that was read from the file. Errors: kCorrupt.
[[nodiscard]] engine::Result<PagePicture> ReadPagePicture(
    std::span<const std::byte> file, const PictureEntry& entry);

// Checks every byte of the file, and that each box is of a text of
// `text_bytes`. Returns the number of pages. Errors: as above.
[[nodiscard]] engine::Result<std::uint32_t> CheckPagePictures(
    std::span<const std::byte> file, std::uint64_t text_bytes);

}  // namespace answerbox::protocol
