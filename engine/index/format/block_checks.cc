#include "engine/index/format/block_checks.h"

#include <algorithm>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

BlockChecks::BlockChecks(std::span<const std::byte> file)
    : file_(file),
      verified_(std::make_unique<std::atomic<Word>[]>(MemoryBytes(file.size()) /
                                                      sizeof(Word))) {}

std::size_t BlockChecks::MemoryBytes(std::uint64_t file_bytes) noexcept {
  const std::uint64_t blocks = file_bytes / kCheckedBlockBytes + 1;
  return static_cast<std::size_t>((blocks / kWordBits + 1) * sizeof(Word));
}

void BlockChecks::Use(std::uint64_t checked_bytes,
                      std::span<const std::byte> checksums) noexcept {
  checked_bytes_ = checked_bytes;
  checksums_ = checksums;
  block_count_ = checksums.size() / sizeof(std::uint32_t);
}

bool BlockChecks::Check(std::uint64_t block) noexcept {
  const std::uint64_t begin = block * kCheckedBlockBytes;
  const std::uint64_t bytes =
      std::min<std::uint64_t>(kCheckedBlockBytes, checked_bytes_ - begin);
  const std::uint32_t written =
      LoadLittle32(checksums_.data() +
                   static_cast<std::size_t>(block) * sizeof(std::uint32_t));
  if (ComputeChecksum(file_.subspan(static_cast<std::size_t>(begin),
                                    static_cast<std::size_t>(bytes))) !=
      written) {
    return false;
  }
  // Relaxed order suffices. The bit says that bytes were compared which nobody
  // writes; no other memory depends on it. Two threads may both compare a
  // block.
  verified_[static_cast<std::size_t>(block / kWordBits)].fetch_or(
      Word{1} << (block % kWordBits), std::memory_order_relaxed);
  return true;
}

std::optional<std::uint64_t> BlockChecks::FindDamage(
    std::uint64_t offset, std::uint64_t bytes) noexcept {
  if (bytes == 0) return std::nullopt;
  // Blocks after block_count_ hold the checksums themselves and the footer,
  // which SegmentReader::Open compares.
  const std::uint64_t end =
      std::min(block_count_, (offset + bytes - 1) / kCheckedBlockBytes + 1);
  for (std::uint64_t block = offset / kCheckedBlockBytes; block < end;
       ++block) {
    if (!IsVerified(block) && !Check(block)) return block * kCheckedBlockBytes;
  }
  return std::nullopt;
}

bool BlockChecks::IsDamageAt(std::uint64_t offset) noexcept {
  return offset % kCheckedBlockBytes == 0 && !Hold(offset, 1);
}

bool BlockChecks::HoldEach(std::uint64_t offset, std::uint64_t bytes) noexcept {
  return !FindDamage(offset, bytes);
}

Error BlockChecks::DamageIn(const char* field, std::uint64_t offset,
                            std::uint64_t bytes) noexcept {
  return {ErrorCode::kCorrupt, field,
          FindDamage(offset, bytes).value_or(offset)};
}

}  // namespace answerbox::engine
