#include "tests/engine/index/segment_seal.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"

namespace answerbox::engine {
namespace {

// Counted from the end of the file.
constexpr std::size_t kEntryCountAt = 24;
constexpr std::size_t kChecksumsCrcAt = 20;
constexpr std::size_t kVersionAt = 16;
constexpr std::size_t kFooterCrcAt = 12;
constexpr std::size_t kMagicAt = 8;

// Sections that every file of version 1 has.
constexpr std::size_t kLeastEntries = 20;

std::uint32_t ChecksumOf(const std::vector<std::byte>& bytes,
                         std::uint64_t begin, std::uint64_t size) {
  return ComputeChecksum(
      {bytes.data() + begin, static_cast<std::size_t>(size)});
}

// The last section has the checksums of all bytes before it. The entry before
// the counts has its size.
void SealBlocks(std::vector<std::byte>& bytes, std::size_t footer_bytes) {
  const std::uint64_t end = bytes.size() - footer_bytes;
  const std::uint64_t size = std::min<std::uint64_t>(
      end, LoadLittle64(bytes.data() + bytes.size() - kFooterTailBytes - 8));
  const std::uint64_t checksums = end - size;
  for (std::uint64_t at = 0; at < checksums && (at / 1024 + 4) <= size;
       at += kCheckedBlockBytes) {
    StoreLittle32(bytes.data() + checksums + at / 1024,
                  ChecksumOf(bytes, at,
                             std::min<std::uint64_t>(kCheckedBlockBytes,
                                                     checksums - at)));
  }
  StoreLittle32(bytes.data() + bytes.size() - kChecksumsCrcAt,
                ChecksumOf(bytes, checksums, size));
}

}  // namespace

std::vector<std::byte> Sealed(std::vector<std::byte> bytes) {
  if (bytes.size() < kFooterTailBytes) return bytes;
  std::byte* const end = bytes.data() + bytes.size();
  const std::size_t entries = std::clamp<std::size_t>(
      LoadLittle32(end - kEntryCountAt), kLeastEntries, kMaxFooterEntries);
  const std::size_t footer_bytes =
      entries * kFooterEntryBytes + kFooterTailBytes;
  if (bytes.size() < footer_bytes) return bytes;
  if (LoadLittle32(end - kVersionAt) != 1) {
    StoreLittle32(end - kVersionAt, kFormatVersion);
  }
  SealBlocks(bytes, footer_bytes);
  StoreLittle32(
      end - kFooterCrcAt,
      ComputeChecksum({end - footer_bytes, footer_bytes - kFooterCrcAt}));
  std::memcpy(end - kMagicAt, "ABXseg\xA5\n", 8);
  return bytes;
}

std::vector<std::byte> AsVersion1(std::vector<std::byte> bytes) {
  const std::size_t entries =
      LoadLittle32(bytes.data() + bytes.size() - kEntryCountAt);
  const auto entry = [&](std::size_t number) {
    return bytes.end() - kFooterTailBytes -
           static_cast<std::ptrdiff_t>((entries - number) * kFooterEntryBytes);
  };
  // Both are empty, so what follows them in the file stays in its place.
  constexpr std::size_t kAttachmentEntry = kLeastEntries - 1;
  if (entries > kRequiredSections) {
    StoreLittle32(&*entry(kRequiredSections - 1), kLeastEntries);
  }
  bytes.erase(entry(kAttachmentEntry), entry(kAttachmentEntry + 2));
  StoreLittle32(bytes.data() + bytes.size() - kEntryCountAt,
                static_cast<std::uint32_t>(entries - 2));
  StoreLittle32(bytes.data() + bytes.size() - kVersionAt, 1);
  return Sealed(std::move(bytes));
}

}  // namespace answerbox::engine
