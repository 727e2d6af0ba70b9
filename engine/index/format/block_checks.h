// Which blocks of a mapped segment have been compared with their checksums.
// Code that reads from the file calls Hold() first, which checks each block
// once, before its first use. So damaged bytes are found before they reach an
// answer. Layout: docs/segment-format.md, "Block checksums".
//
// What was compared holds as long as the bytes stay in memory as they were
// read. Who can't be sure of that any more calls Forget().
//
// Keeps two bits per block on the heap. The mapping outlives the object. Safe
// to use from many threads at once: two threads that ask for the same block may
// both check it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/index/format/checksum.h"
#include "engine/index/format/scratch.h"
#include "engine/result.h"

namespace answerbox::engine {

// The page size of most processors, in which the kernel reads a mapping into
// memory.
inline constexpr std::size_t kCheckedBlockBytes = 4096;

class BlockChecks {
 public:
  // Allocates two bits for each block of the file. Nothing is checked until
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

  // All blocks are compared again before their next use. A comparison that
  // another thread has begun before the call does not count either.
  void Forget() noexcept;

  // Compares bytes of the file that were read elsewhere, such as from the disk,
  // in the order of the file and in pieces of whole blocks but for the last.
  // Returns the offset of the first damaged block, or of what follows the
  // blocks; nothing if there is no damage.
  //   offset  of the piece in the file, which SegmentReader has opened
  //   tail    empty for the first piece, and kept until the last one: of what
  //           follows the blocks, which is judged with the last piece
  [[nodiscard]] std::optional<std::uint64_t> FindDamageIn(
      std::uint64_t offset, std::span<const std::byte> bytes,
      Checksum& tail) const noexcept;

  // Bytes of the heap for a file of that size.
  [[nodiscard]] static std::size_t MemoryBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  friend class SegmentReader;

  // The lower half has a bit for each of kWordBlocks blocks. The upper half is
  // the number of Forget() calls, so that a bit can only be set by a comparison
  // that began after the last one.
  using Word = std::uint32_t;
  static constexpr std::uint64_t kWordBlocks = 16;

  //   checked_bytes  from the start of the file
  //   checksums      of the blocks of checked_bytes
  void Use(std::uint64_t checked_bytes,
           std::span<const std::byte> checksums) noexcept;

  [[nodiscard]] bool IsVerified(std::uint64_t block) const noexcept {
    return (verified_[static_cast<std::size_t>(block / kWordBlocks)].load(
                std::memory_order_relaxed) >>
                (block % kWordBlocks) &
            1u) != 0;
  }
  [[nodiscard]] bool HoldEach(std::uint64_t offset,
                              std::uint64_t bytes) noexcept;
  // Offset of the first damaged block of the range; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> FindDamage(
      std::uint64_t offset, std::uint64_t bytes) noexcept;
  // Compares a block with its checksum, even if it was checked before.
  [[nodiscard]] bool Check(std::uint64_t block) noexcept;
  [[nodiscard]] bool Matches(std::uint64_t block,
                             std::span<const std::byte> bytes) const noexcept;

  std::span<const std::byte> file_;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t block_count_ = 0;  // Blocks that have checksums.
  std::span<const std::byte> checksums_;
  std::uint32_t tail_checksum_ = 0;  // Of what follows checked_bytes_.
  std::atomic<std::uint32_t> forgotten_ = 0;
  std::unique_ptr<std::atomic<Word>[]> verified_;
};

// Computes the checksums of a file's blocks while the file is written. Layout:
// docs/segment-format.md, "Block checksums".
class BlockSums {
 public:
  // `scratch` outlives the object. The checksums take a thousandth of the
  // file's size.
  explicit BlockSums(Scratch& scratch) : scratch_(&scratch) {}

  // Adds the next bytes of the file. Errors: those of `scratch`.
  [[nodiscard]] Result<void> Add(std::span<const std::byte> bytes);

  // Ends the last block. Call once, after the last Add().
  [[nodiscard]] Result<void> Finish();

  // The checksums, in consecutive parts.
  [[nodiscard]] std::span<const std::span<std::byte>> parts() const noexcept {
    return parts_;
  }

  // Begins another file. No longer uses the scratch memory that it took.
  void Reset() noexcept;

  // Scratch memory in bytes for a file of this size.
  [[nodiscard]] static std::uint64_t ScratchBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  [[nodiscard]] Result<void> EndBlock();

  Scratch* scratch_;
  Checksum checksum_;            // Of the current block.
  std::size_t block_bytes_ = 0;  // Bytes of the current block so far.
  std::vector<std::span<std::byte>>
      parts_;  // Each has room for twice as much as the one before.
  std::size_t part_bytes_ = 0;  // Size of the last part's memory; the part's
                                // own size is what is filled.
};

}  // namespace answerbox::engine
