// Which blocks of a mapped segment have been compared with their checksums.
// Code that reads from the file calls Hold() first, which checks each block
// once, before its first use. So damaged bytes are found before they reach an
// answer. Layout: docs/segment-format.md, "Block checksums".
//
// Keeps one bit per block on the heap. The mapping outlives the object. Safe to
// use from many threads at once: two threads that ask for the same block may
// both check it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/result.h"

namespace answerbox::engine {

// The page size of most processors, in which the kernel reads a mapping into
// memory.
inline constexpr std::size_t kCheckedBlockBytes = 4096;

class BlockChecks {
 public:
  // Allocates a bit for each block of the file. Nothing is checked until
  // SegmentReader::Open was given the object.
  explicit BlockChecks(std::span<const std::byte> file);

  // True if every block of this range matches its checksum. Blocks without a
  // checksum count as matching. Checks the blocks that were not checked before.
  // Does not check that the range is within the file: the caller does.
  [[nodiscard]] bool Hold(std::uint64_t offset, std::uint64_t bytes) noexcept {
    const std::uint64_t block = offset / kCheckedBlockBytes;
    if (block < block_count_ && IsVerified(block) &&
        offset % kCheckedBlockBytes + bytes <= kCheckedBlockBytes) {
      return true;
    }
    return HoldEach(offset, bytes);
  }

  // The error for a range for which Hold() is false: `field`, and the offset of
  // its first damaged block.
  [[nodiscard]] Error DamageIn(const char* field, std::uint64_t offset,
                               std::uint64_t bytes) noexcept;

  // Whether DamageIn() reports `offset` for some damaged range of this file.
  [[nodiscard]] bool IsDamageAt(std::uint64_t offset) noexcept;

  // Bytes of the heap for a file of that size.
  [[nodiscard]] static std::size_t MemoryBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  friend class SegmentReader;

  using Word = std::uint32_t;
  static constexpr std::uint64_t kWordBits = 32;

  //   checked_bytes  from the start of the file
  //   checksums      of the blocks of checked_bytes
  void Use(std::uint64_t checked_bytes,
           std::span<const std::byte> checksums) noexcept;

  [[nodiscard]] bool IsVerified(std::uint64_t block) const noexcept {
    return (verified_[static_cast<std::size_t>(block / kWordBits)].load(
                std::memory_order_relaxed) >>
                (block % kWordBits) &
            1u) != 0;
  }
  [[nodiscard]] bool HoldEach(std::uint64_t offset,
                              std::uint64_t bytes) noexcept;
  // Offset of the first damaged block of the range; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> FindDamage(
      std::uint64_t offset, std::uint64_t bytes) noexcept;
  // Compares a block with its checksum, even if it was checked before.
  [[nodiscard]] bool Check(std::uint64_t block) noexcept;

  std::span<const std::byte> file_;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t block_count_ = 0;  // Blocks that have checksums.
  std::span<const std::byte> checksums_;
  std::unique_ptr<std::atomic<Word>[]> verified_;
};

}  // namespace answerbox::engine
