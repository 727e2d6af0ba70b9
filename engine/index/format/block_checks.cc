#include "engine/index/format/block_checks.h"

#include <algorithm>
#include <bit>

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

void BlockChecks::UseSection(std::size_t section, Extent extent) noexcept {
  sections_[section] = extent;
}

void BlockChecks::Condemn(std::size_t section) noexcept {
  condemned_.fetch_or(Word{1} << section, std::memory_order_relaxed);
}

std::optional<std::size_t> BlockChecks::FirstCondemned() const noexcept {
  const Word condemned = condemned_.load(std::memory_order_relaxed);
  if (condemned == 0) return std::nullopt;
  return static_cast<std::size_t>(std::countr_zero(condemned));
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
  verified_[static_cast<std::size_t>(block / kWordBits)].fetch_or(
      Word{1} << (block % kWordBits), std::memory_order_relaxed);
  return true;
}

std::optional<std::uint64_t> BlockChecks::FindDamage(
    std::uint64_t offset, std::uint64_t bytes) noexcept {
  if (bytes == 0) return std::nullopt;
  const std::uint64_t end =
      std::min(block_count_, (offset + bytes - 1) / kCheckedBlockBytes + 1);
  for (std::uint64_t block = offset / kCheckedBlockBytes; block < end;
       ++block) {
    if (!IsVerified(block) && !Check(block)) return block * kCheckedBlockBytes;
  }
  return FindCondemned(offset, bytes);
}

// Precondition: bytes > 0.
std::optional<std::uint64_t> BlockChecks::FindCondemned(
    std::uint64_t offset, std::uint64_t bytes) const noexcept {
  if (!FirstCondemned()) return std::nullopt;
  for (std::size_t i = 0; i < kMaxSections; ++i) {
    const Extent& section = sections_[i];
    if (IsCondemned(i) && offset < section.begin + section.bytes &&
        section.begin < offset + bytes) {
      return section.begin;
    }
  }
  return std::nullopt;
}

bool BlockChecks::IsDamageAt(std::uint64_t offset) noexcept {
  if (block_count_ > 0) {
    return offset % kCheckedBlockBytes == 0 && !Hold(offset, 1);
  }
  return FindCondemned(offset, 1) == offset;
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
