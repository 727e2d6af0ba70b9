// One term's postings in the file: blocks and, in lists of several blocks, a
// skip entry for each block. Layout: docs/segment-format.md, "Postings". The
// bytes may be damaged: each block is checked when it is decoded; the skip
// entries are checked when the list is opened.
//
// A view into the mapping, of some 60 bytes. The mapping outlives it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/block_impacts.h"
#include "engine/index/postings/block_codec.h"
#include "engine/result.h"

namespace answerbox::engine {

inline constexpr std::uint32_t kPostingsPerBlock = 128;

struct Posting {
  std::uint32_t chunk = 0;  // Strictly ascending.
  // Occurrences of the term in the chunk, from 1; segments store at most
  // kMaxFrequency.
  std::uint32_t frequency = 0;

  friend bool operator==(const Posting&, const Posting&) = default;
};

// A decoded block. The constructor leaves it uninitialised, because a question
// has one for each of its terms.
struct PostingBlock {
  PostingBlock() noexcept {}

  std::array<std::uint32_t, kPostingsPerBlock> chunks;
  std::array<std::uint32_t, kPostingsPerBlock> frequencies;
  // The packed frequencies of the block; null once they are decoded.
  const std::byte* packed_frequencies;
  unsigned frequency_bits;
};

class PostingList {
 public:
  // A list without postings.
  PostingList() = default;

  // Number of postings.
  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }
  [[nodiscard]] std::uint32_t block_count() const noexcept {
    return block_count_;
  }
  [[nodiscard]] std::uint32_t BlockSize(std::uint32_t block) const noexcept {
    return block + 1 < block_count_ ? kPostingsPerBlock
                                    : count_ - block * kPostingsPerBlock;
  }

  // Last chunk and impacts of a block, from its skip entry, without decoding
  // the block. Preconditions: block < block_count(); block_count() > 1.
  [[nodiscard]] std::uint32_t LastChunk(std::uint32_t block) const noexcept;
  [[nodiscard]] Impacts BlockImpacts(std::uint32_t block) const noexcept;

  // The first block from `block` on whose last chunk is at least `chunk`;
  // block_count() if there is none. In a list of one block the result is that
  // block, whatever its last chunk. Logarithmic in the blocks passed over.
  [[nodiscard]] std::uint32_t FindBlock(std::uint32_t block,
                                        std::uint32_t chunk) const noexcept;

  // Decodes a block's chunks into `out`: ascending and below the segment's
  // chunk count. DecodeFrequencies() decodes the frequencies.
  // Errors: kTruncated, kCorrupt. Precondition: block < block_count().
  [[nodiscard]] Result<void> Decode(std::uint32_t block,
                                    PostingBlock& out) const noexcept;

  // Fills out.frequencies. Precondition: Decode() filled `out`.
  void DecodeFrequencies(PostingBlock& out) const noexcept;

 private:
  friend class SegmentReader;

  //   list         the term's bytes, at `file_offset` of the file
  //   count        its postings, from 1
  //   chunk_count  chunks of the segment
  //   checks       checks of the file's blocks, or null
  // Errors: kTruncated, kCorrupt.
  static Result<PostingList> Create(std::span<const std::byte> list,
                                    std::uint64_t file_offset,
                                    std::uint32_t count,
                                    std::uint32_t chunk_count,
                                    const BlockCodec& codec,
                                    BlockChecks* checks) noexcept;

  [[nodiscard]] const std::byte* SkipEntry(std::uint32_t block) const noexcept;
  [[nodiscard]] Result<void> DecodePacked(std::span<const std::byte> bytes,
                                          std::uint32_t next_chunk,
                                          PostingBlock& out) const noexcept;
  [[nodiscard]] Result<void> DecodeVarints(std::span<const std::byte> bytes,
                                           std::uint32_t next_chunk,
                                           std::uint32_t size,
                                           PostingBlock& out) const noexcept;
  [[nodiscard]] Error Fail(ErrorCode code, const char* field,
                           const std::byte* at) const noexcept;

  [[nodiscard]] bool Holds(std::uint64_t offset,
                           std::uint64_t bytes) const noexcept {
    return checks_ == nullptr || checks_->Hold(file_offset_ + offset, bytes);
  }

  const BlockCodec* codec_ = nullptr;
  BlockChecks* checks_ = nullptr;
  const std::byte* list_ = nullptr;  // Blocks, then skip entries.
  std::uint64_t file_offset_ = 0;
  std::uint32_t blocks_bytes_ = 0;  // Without the skip entries.
  std::uint32_t block_count_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t chunk_count_ = 0;
};

}  // namespace answerbox::engine
