// The checksums of a file's blocks, gathered while it is written. Layout:
// docs/segment-format.md, "Block checksums".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/scratch.h"
#include "engine/result.h"

namespace answerbox::engine {

class BlockSums {
 public:
  // `scratch` outlives the sums: they take a thousandth of the file.
  explicit BlockSums(Scratch& scratch) : scratch_(&scratch) {}

  // What comes next in the file. Errors: those of `scratch`.
  [[nodiscard]] Result<void> Add(std::span<const std::byte> bytes);

  // Ends the last block. Call once, after all was added.
  [[nodiscard]] Result<void> Finish();

  // The checksums, a part of them after another.
  [[nodiscard]] std::span<const std::span<std::byte>> parts() const noexcept {
    return parts_;
  }

  // Forgets what was added, for another file; the scratch memory is not needed
  // any more.
  void Reset() noexcept;

  // Scratch memory that the sums of such a file need, in bytes.
  [[nodiscard]] static std::uint64_t ScratchBytes(
      std::uint64_t file_bytes) noexcept;

 private:
  [[nodiscard]] Result<void> EndBlock();

  Scratch* scratch_;
  Checksum checksum_;                        // Of the current block.
  std::size_t block_bytes_ = 0;              // Of the current block, so far.
  std::vector<std::span<std::byte>> parts_;  // Each twice as large as the last.
  std::size_t part_bytes_ = 0;  // Of the last part's memory; the part itself
                                // is as long as it is filled.
};

}  // namespace answerbox::engine
