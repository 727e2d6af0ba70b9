// Reads any bytes as a file of page pictures, as a client may send them. What
// is accepted must stand within its bounds, and be written as it was read. Then
// mends the checksums, which random bytes never meet, and reads them again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "protocol/pictures/page_pictures.h"

namespace {

using namespace answerbox::protocol;
using answerbox::engine::Checksum;
using answerbox::engine::ComputeChecksum;
using answerbox::engine::LoadLittle32;
using answerbox::engine::StoreLittle32;

constexpr std::uint64_t kTextBytes = 1000;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

PicturedPage ReadPage(std::span<const std::byte> file,
                      const PictureEntry& entry) {
  const auto read = ReadPagePicture(file, entry);
  Require(read.has_value());
  Require(read->picture.size() <= kMaxPictureBytes);
  Require(read->boxes.size() <= kMaxPageBoxes);
  for (const BlockBox& box : read->boxes) {
    Require(box.offset < kTextBytes && box.x + box.width <= kPageParts &&
            box.y + box.height <= kPageParts);
  }
  return {entry.page,
          {reinterpret_cast<const char*>(read->picture.data()),
           read->picture.size()},
          read->boxes};
}

void Read(std::span<const std::byte> file) {
  const auto checked = CheckPagePictures(file, kTextBytes);
  if (!checked) {
    Require(checked.error().offset <= file.size());
    return;
  }
  std::vector<PicturedPage> pages;
  const auto table = ReadPictureTable(file);
  Require(table && table->size() == *checked);
  for (const PictureEntry& entry : *table) {
    pages.push_back(ReadPage(file, entry));
  }
  const std::string written = WritePagePictures(pages);
  Require(std::ranges::equal(std::as_bytes(std::span(written)), file));
}

// The places are those of docs/page-pictures-format.md.
void MendChecksums(std::span<std::byte> file) {
  constexpr std::size_t kHeader = 20;
  constexpr std::size_t kEntry = 16;
  if (file.size() < kHeader) return;
  constexpr std::string_view kMagic = "abxpages";
  std::ranges::copy(std::as_bytes(std::span(kMagic)), file.begin());
  StoreLittle32(file.data() + 8, 1);
  const std::size_t count = std::min<std::size_t>(
      LoadLittle32(file.data() + 12) % 8, (file.size() - kHeader) / kEntry);
  StoreLittle32(file.data() + 12, static_cast<std::uint32_t>(count));
  auto rest = file.subspan(kHeader + count * kEntry);
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* const entry = file.data() + kHeader + i * kEntry;
    const std::uint64_t bytes =
        std::uint64_t{12} * LoadLittle32(entry + 4) + LoadLittle32(entry + 8);
    const auto part = rest.first(std::min<std::uint64_t>(bytes, rest.size()));
    StoreLittle32(entry + 12, ComputeChecksum(part));
    rest = rest.subspan(part.size());
  }
  Checksum checksum;
  checksum.Add(file.first(16));
  checksum.Add(file.subspan(kHeader, count * kEntry));
  StoreLittle32(file.data() + 16, checksum.value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::vector<std::byte> file(size);
  std::copy_n(reinterpret_cast<const std::byte*>(data), size, file.begin());
  Read(file);
  MendChecksums(file);
  Read(file);
  return 0;
}
