// Which blocks of a mapped segment have been held against their checksums. Who
// reads of the file asks first; a block is read for that once, before its first
// use. So a disk that gives other bytes than were written is found before they
// are served. Layout: docs/segment-format.md, "Block checksums".
//
// A bit for each block, beside the mapping, which outlives it. Safe to use from
// many threads at once: two that ask for a block at a time both check it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/result.h"

namespace answerbox::engine {

// A page of most processors: what a mapping brings into memory at a time.
inline constexpr std::size_t kCheckedBlockBytes = 4096;

class BlockChecks {
 public:
  // Allocates a bit for each block of the file. Nothing is checked until
  // SegmentReader::Open was given the object.
  explicit BlockChecks(std::span<const std::byte> file);

  // Whether these bytes of the file are those that were written, as far as
  // blocks have checksums. Checks the blocks that were not yet. A range past
  // the file's end is whoever reads it to refuse.
  [[nodiscard]] bool Hold(std::uint64_t offset, std::uint64_t bytes) noexcept {
    const std::uint64_t block = offset / kCheckedBlockBytes;
    if (block < block_count_ && IsVerified(block) &&
        offset % kCheckedBlockBytes + bytes <= kCheckedBlockBytes) {
      return true;
    }
    return HoldEach(offset, bytes);
  }

  // What to report of a range that does not hold: `field`, and where its first
  // damaged block begins.
  [[nodiscard]] Error DamageIn(const char* field, std::uint64_t offset,
                               std::uint64_t bytes) noexcept;

  // Bytes of the heap for a file of that size.
  [[nodiscard]] static std::size_t MemoryBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  friend class SegmentReader;

  using Word = std::uint32_t;
  static constexpr std::uint64_t kWordBits = 32;

  //   checked_bytes  from the start of the file
  //   checksums      of the blocks of those
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
  // Where the first damaged block of the range begins; nothing if none is.
  [[nodiscard]] std::optional<std::uint64_t> FindDamage(
      std::uint64_t offset, std::uint64_t bytes) noexcept;
  // Reads a block, whatever is known of it.
  [[nodiscard]] bool Check(std::uint64_t block) noexcept;

  std::span<const std::byte> file_;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t block_count_ = 0;  // With checksums.
  std::span<const std::byte> checksums_;
  std::unique_ptr<std::atomic<Word>[]> verified_;
};

}  // namespace answerbox::engine
