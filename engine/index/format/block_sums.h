// Computes the checksums of a file's blocks while the file is written. Layout:
// docs/segment-format.md, "Block checksums".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/format/checksum.h"
#include "engine/index/format/scratch.h"
#include "engine/result.h"

namespace answerbox::engine {

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
