// Which blocks of a mapped segment have been held against their checksums. Who
// reads of the file asks first; a block is read for that once, before its first
// use. So a disk that gives other bytes than were written is found before they
// are served. Layout: docs/segment-format.md, "Block checksums".
//
// A file of the old version has checksums of whole sections alone, too much to
// read before a first use. Its sections hold until somebody verified the file
// and condemned those that are damaged, and never again after that.
//
// A bit for each block, beside the mapping, which outlives it. Safe to use from
// many threads at once: two that ask for a block at a time both check it.
#pragma once

#include <array>
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
  // blocks have checksums, and whether no section that they touch was
  // condemned. Checks the blocks that were not yet. A range past the file's end
  // is for its reader to refuse.
  [[nodiscard]] bool Hold(std::uint64_t offset, std::uint64_t bytes) noexcept {
    const std::uint64_t block = offset / kCheckedBlockBytes;
    if (block < block_count_ && IsVerified(block) &&
        offset % kCheckedBlockBytes + bytes <= kCheckedBlockBytes) {
      return true;
    }
    return HoldEach(offset, bytes);
  }

  // What to report of a range that does not hold: `field`, and where its first
  // damaged block, or its condemned section, begins.
  [[nodiscard]] Error DamageIn(const char* field, std::uint64_t offset,
                               std::uint64_t bytes) noexcept;

  // Whether that is where DamageIn says that a range of this file is damaged.
  [[nodiscard]] bool IsDamageAt(std::uint64_t offset) noexcept;

  // The first section that was condemned, by its number.
  [[nodiscard]] std::optional<std::size_t> FirstCondemned() const noexcept;

  // Bytes of the heap for a file of that size.
  [[nodiscard]] static std::size_t MemoryBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  friend class SegmentReader;

  using Word = std::uint32_t;
  static constexpr std::uint64_t kWordBits = 32;
  static constexpr std::size_t kMaxSections = 16;

  // A part of the file.
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };

  //   checked_bytes  from the start of the file
  //   checksums      of the blocks of those
  void Use(std::uint64_t checked_bytes,
           std::span<const std::byte> checksums) noexcept;

  // Of a file without checksums of blocks. Preconditions: `section` is below
  // kMaxSections; is one of those that are in use.
  void UseSection(std::size_t section, Extent extent) noexcept;
  void Condemn(std::size_t section) noexcept;
  [[nodiscard]] bool IsCondemned(std::size_t section) const noexcept {
    return ((condemned_.load(std::memory_order_relaxed) >> section) & 1u) != 0;
  }

  [[nodiscard]] bool IsVerified(std::uint64_t block) const noexcept {
    return (verified_[static_cast<std::size_t>(block / kWordBits)].load(
                std::memory_order_relaxed) >>
                (block % kWordBits) &
            1u) != 0;
  }
  [[nodiscard]] bool HoldEach(std::uint64_t offset,
                              std::uint64_t bytes) noexcept;
  // Where the first damaged block of the range, or condemned section that it
  // touches, begins; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> FindDamage(
      std::uint64_t offset, std::uint64_t bytes) noexcept;
  [[nodiscard]] std::optional<std::uint64_t> FindCondemned(
      std::uint64_t offset, std::uint64_t bytes) const noexcept;
  // Reads a block, whatever is known of it.
  [[nodiscard]] bool Check(std::uint64_t block) noexcept;

  std::span<const std::byte> file_;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t block_count_ = 0;  // With checksums.
  std::span<const std::byte> checksums_;
  std::unique_ptr<std::atomic<Word>[]> verified_;
  std::array<Extent, kMaxSections> sections_{};
  std::atomic<Word> condemned_ = 0;  // A bit for each section.
};

}  // namespace answerbox::engine
