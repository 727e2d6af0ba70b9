#include "protocol/pictures/page_pictures.h"

#include <array>
#include <cassert>
#include <cstring>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::protocol {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::LoadLittle16;
using engine::LoadLittle32;

constexpr std::string_view kMagic = "abxpages";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kCountAt = 12;
constexpr std::size_t kChecksumAt = 16;
constexpr std::size_t kHeaderBytes = 20;
constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kBoxBytes = 12;
// What every JPEG begins with.
constexpr std::array kJpegBegin{std::byte{0xFF}, std::byte{0xD8},
                                std::byte{0xFF}};

void Put16(std::uint16_t value, std::string& to) {
  to += static_cast<char>(value & 0xFFu);
  to += static_cast<char>(value >> 8);
}

void Put32(std::uint32_t value, std::string& to) {
  Put16(static_cast<std::uint16_t>(value & 0xFFFFu), to);
  Put16(static_cast<std::uint16_t>(value >> 16), to);
}

std::span<const std::byte> Bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string PartOf(const PicturedPage& page) {
  std::string part;
  for (const BlockBox& box : page.boxes) {
    Put32(box.offset, part);
    for (const std::uint16_t side : {box.x, box.y, box.width, box.height}) {
      Put16(side, part);
    }
  }
  return part + page.picture;
}

// The checksum of the header before its own, and of the table.
std::uint32_t TableChecksum(std::span<const std::byte> header,
                            std::span<const std::byte> table) {
  engine::Checksum checksum;
  checksum.Add(header.first(kChecksumAt));
  checksum.Add(table);
  return checksum.value();
}

Error Corrupt(const char* field, std::uint64_t offset) {
  return {ErrorCode::kCorrupt, field, offset};
}

// Returns the number of pages. The file has at least the header and the table.
engine::Result<std::uint32_t> ReadHeader(std::span<const std::byte> file) {
  if (file.size() < kHeaderBytes) {
    return Error{ErrorCode::kTruncated, "header", file.size()};
  }
  if (std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0) {
    return Corrupt("magic", 0);
  }
  if (LoadLittle32(file.data() + kVersionAt) != kVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "version", kVersionAt};
  }
  const std::uint32_t count = LoadLittle32(file.data() + kCountAt);
  if (count == 0 || count > kMaxPicturedPages) {
    return Corrupt("pages", kCountAt);
  }
  if (file.size() < kHeaderBytes + count * kEntryBytes) {
    return Error{ErrorCode::kTruncated, "table", file.size()};
  }
  return count;
}

PictureEntry EntryAt(const std::byte* from) {
  return {.page = LoadLittle32(from),
          .boxes = LoadLittle32(from + 4),
          .picture_bytes = LoadLittle32(from + 8),
          .checksum = LoadLittle32(from + 12)};
}

BlockBox BoxAt(const std::byte* from) {
  return {LoadLittle32(from), LoadLittle16(from + 4), LoadLittle16(from + 6),
          LoadLittle16(from + 8), LoadLittle16(from + 10)};
}

bool IsWithinPage(const BlockBox& box) {
  return box.width > 0 && box.height > 0 &&
         std::uint32_t{box.x} + box.width <= kPageParts &&
         std::uint32_t{box.y} + box.height <= kPageParts;
}

}  // namespace

std::string WritePagePictures(std::span<const PicturedPage> pages) {
  assert(!pages.empty() && pages.size() <= kMaxPicturedPages);
  std::string header(kMagic);
  Put32(kVersion, header);
  Put32(static_cast<std::uint32_t>(pages.size()), header);
  std::string table;
  std::string parts;
  for (const PicturedPage& page : pages) {
    const std::string part = PartOf(page);
    Put32(page.page, table);
    Put32(static_cast<std::uint32_t>(page.boxes.size()), table);
    Put32(static_cast<std::uint32_t>(page.picture.size()), table);
    Put32(engine::ComputeChecksum(Bytes(part)), table);
    parts += part;
  }
  Put32(TableChecksum(Bytes(header), Bytes(table)), header);
  return header + table + parts;
}

engine::Result<std::vector<PictureEntry>> ReadPictureTable(
    std::span<const std::byte> file) {
  const auto count = ReadHeader(file);
  if (!count) return count.error();
  const auto table = file.subspan(kHeaderBytes, *count * kEntryBytes);
  if (TableChecksum(file, table) != LoadLittle32(file.data() + kChecksumAt)) {
    return Corrupt("table checksum", kChecksumAt);
  }
  std::vector<PictureEntry> entries;
  entries.reserve(*count);
  std::uint64_t offset = kHeaderBytes + table.size();
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const std::uint64_t at = kHeaderBytes + i * kEntryBytes;
    PictureEntry& entry = entries.emplace_back(EntryAt(file.data() + at));
    if (entry.page <= before) return Corrupt("page", at);
    if (entry.boxes > kMaxPageBoxes) return Corrupt("boxes", at + 4);
    if (entry.picture_bytes < kJpegBegin.size() ||
        entry.picture_bytes > kMaxPictureBytes) {
      return Corrupt("picture bytes", at + 8);
    }
    before = entry.page;
    entry.offset = offset;
    offset += entry.boxes * kBoxBytes + entry.picture_bytes;
  }
  if (offset > file.size()) {
    return Error{ErrorCode::kTruncated, "pictures", file.size()};
  }
  if (offset < file.size()) return Corrupt("file size", offset);
  return entries;
}

engine::Result<PagePicture> ReadPagePicture(std::span<const std::byte> file,
                                            const PictureEntry& entry) {
  const std::size_t boxes_bytes = entry.boxes * kBoxBytes;
  const auto part = file.subspan(static_cast<std::size_t>(entry.offset),
                                 boxes_bytes + entry.picture_bytes);
  if (engine::ComputeChecksum(part) != entry.checksum) {
    return Corrupt("page checksum", entry.offset);
  }
  PagePicture read{{}, part.subspan(boxes_bytes)};
  read.boxes.reserve(entry.boxes);
  for (std::size_t at = 0; at < boxes_bytes; at += kBoxBytes) {
    const BlockBox box = BoxAt(part.data() + at);
    if (!IsWithinPage(box) ||
        (!read.boxes.empty() && box.offset < read.boxes.back().offset)) {
      return Corrupt("box", entry.offset + at);
    }
    read.boxes.push_back(box);
  }
  if (std::memcmp(read.picture.data(), kJpegBegin.data(), kJpegBegin.size()) !=
      0) {
    return Corrupt("picture", entry.offset + boxes_bytes);
  }
  return read;
}

engine::Result<std::uint32_t> CheckPagePictures(std::span<const std::byte> file,
                                                std::uint64_t text_bytes) {
  const auto entries = ReadPictureTable(file);
  if (!entries) return entries.error();
  for (const PictureEntry& entry : *entries) {
    const auto page = ReadPagePicture(file, entry);
    if (!page) return page.error();
    if (!page->boxes.empty() && page->boxes.back().offset >= text_bytes) {
      return Corrupt("box", entry.offset);
    }
  }
  return static_cast<std::uint32_t>(entries->size());
}

}  // namespace answerbox::protocol
