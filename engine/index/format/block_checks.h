// Which blocks of a mapped segment have been compared with their checksums.
// Code that reads from the file calls Hold() first, which checks each block
// once, before its first use. So damaged bytes are found before they reach an
// answer. Layout: docs/segment-format.md, "Block checksums".
//
// A file of the old version has one checksum per section, and a section is too
// large to check before its first use. Its sections are trusted until
// SegmentReader finds them damaged and condemns them; a condemned section stays
// condemned.
//
// Keeps one bit per block on the heap. The mapping outlives the object. Safe to
// use from many threads at once: two threads that ask for the same block may
// both check it.
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

// The page size of most processors, in which the kernel reads a mapping into
// memory.
inline constexpr std::size_t kCheckedBlockBytes = 4096;

class BlockChecks {
 public:
  // Allocates a bit for each block of the file. Nothing is checked until
  // SegmentReader::Open was given the object.
  explicit BlockChecks(std::span<const std::byte> file);

  // True if every block of this range matches its checksum and no section that
  // the range touches is condemned. Blocks without a checksum count as
  // matching. Checks the blocks that were not checked before. Does not check
  // that the range is within the file: the caller does.
  [[nodiscard]] bool Hold(std::uint64_t offset, std::uint64_t bytes) noexcept {
    const std::uint64_t block = offset / kCheckedBlockBytes;
    if (block < block_count_ && IsVerified(block) &&
        offset % kCheckedBlockBytes + bytes <= kCheckedBlockBytes) {
      return true;
    }
    return HoldEach(offset, bytes);
  }

  // The error for a range for which Hold() is false: `field`, and the offset of
  // its first damaged block or condemned section.
  [[nodiscard]] Error DamageIn(const char* field, std::uint64_t offset,
                               std::uint64_t bytes) noexcept;

  // Whether DamageIn() reports `offset` for some damaged range of this file.
  [[nodiscard]] bool IsDamageAt(std::uint64_t offset) noexcept;

  // Number of the first condemned section.
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
  //   checksums      of the blocks of checked_bytes
  void Use(std::uint64_t checked_bytes,
           std::span<const std::byte> checksums) noexcept;

  // For a file without block checksums. Preconditions: `section` is below
  // kMaxSections; for Condemn(), UseSection() was called for it.
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
  // Offset of the first damaged block of the range, or of the first condemned
  // section that it touches; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> FindDamage(
      std::uint64_t offset, std::uint64_t bytes) noexcept;
  [[nodiscard]] std::optional<std::uint64_t> FindCondemned(
      std::uint64_t offset, std::uint64_t bytes) const noexcept;
  // Compares a block with its checksum, even if it was checked before.
  [[nodiscard]] bool Check(std::uint64_t block) noexcept;

  std::span<const std::byte> file_;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t block_count_ = 0;  // Blocks that have checksums.
  std::span<const std::byte> checksums_;
  std::unique_ptr<std::atomic<Word>[]> verified_;
  std::array<Extent, kMaxSections> sections_{};
  std::atomic<Word> condemned_ = 0;  // A bit for each section.
};

}  // namespace answerbox::engine
