// One term's postings in the file: blocks and, in lists of several blocks, a
// skip entry for each block. Layout: docs/segment-format.md, "Postings". The
// bytes may be damaged: each block is checked when it is decoded; the skip
// entries are checked when the list is opened.
//
// A view into the mapping, of some 60 bytes. The mapping outlives it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/block_impacts.h"
#include "engine/index/format/little_endian.h"
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

// Walks one term's postings; decodes one block at a time.
//
// A cursor holds a decoded block, 1 KiB. A question has one cursor per term in
// its arena and resets it for each segment instead of copying it.
class PostingCursor {
 public:
  // A cursor without postings.
  PostingCursor() noexcept {}
  // Starts before the first posting of `list`; decodes nothing yet.
  explicit PostingCursor(const PostingList& list) noexcept : list_(list) {}

  // Goes before the first posting of another list.
  void Reset(const PostingList& list) noexcept {
    list_ = list;
    block_ = 0;
    size_ = next_ = 0;
  }

  // Moves to the next posting; false past the last one.
  // Errors: kTruncated, kCorrupt (a chunk past the segment's last, or a block
  // that contradicts its skip entry). After an error the cursor is at its end.
  [[nodiscard]] Result<bool> Next() noexcept {
    if (next_ != size_) {
      ++next_;
      return true;
    }
    return EnterBlock(size_ == 0 ? block_ : block_ + 1);
  }

  // Moves forward to the first posting whose chunk is at least `chunk`,
  // skipping whole blocks; false when there is none. Never moves back.
  // Logarithmic in the blocks and postings skipped over. Errors: as of Next().
  [[nodiscard]] Result<bool> SeekTo(std::uint32_t chunk) noexcept {
    if (size_ == 0 || postings_.chunks[size_ - 1] < chunk) {
      return SeekToBlock(chunk);
    }
    SeekInBlock(chunk);
    return true;
  }

  // SeekTo() within the decoded block. False if the block ends before `chunk`;
  // then the cursor does not move. Precondition: as below.
  [[nodiscard]] bool SeekNear(std::uint32_t chunk) noexcept {
    if (postings_.chunks[size_ - 1] < chunk) return false;
    SeekInBlock(chunk);
    return true;
  }
  // Next() within the decoded block; false at its last posting. Precondition:
  // as below.
  [[nodiscard]] bool NextNear() noexcept {
    if (next_ == size_) return false;
    ++next_;
    return true;
  }

  // Precondition of all below: the last Next() or SeekTo() gave true.
  [[nodiscard]] std::uint32_t chunk() const noexcept {
    return postings_.chunks[next_ - 1];
  }
  [[nodiscard]] std::uint32_t frequency() noexcept {
    if (postings_.packed_frequencies != nullptr) {
      list_.DecodeFrequencies(postings_);
    }
    return postings_.frequencies[next_ - 1];
  }
  [[nodiscard]] Posting posting() noexcept { return {chunk(), frequency()}; }

  // The rest of the block, beginning with the current posting.
  [[nodiscard]] std::span<const std::uint32_t> chunks() const noexcept {
    return {postings_.chunks.data() + next_ - 1, size_ - next_ + 1};
  }
  [[nodiscard]] std::span<const std::uint32_t> frequencies() noexcept {
    list_.DecodeFrequencies(postings_);
    return {postings_.frequencies.data() + next_ - 1, size_ - next_ + 1};
  }
  // The whole block, and the place of the current posting in it.
  [[nodiscard]] const PostingBlock& postings() noexcept {
    list_.DecodeFrequencies(postings_);
    return postings_;
  }
  [[nodiscard]] std::uint32_t place() const noexcept { return next_ - 1; }
  // Moves `count` postings on within the block. Precondition: count <
  // chunks().size().
  void Skip(std::uint32_t count) noexcept { next_ += count; }

  [[nodiscard]] const PostingList& list() const noexcept { return list_; }
  // Number of the current posting's block.
  [[nodiscard]] std::uint32_t block() const noexcept { return block_; }

 private:
  // The two cases of SeekTo(): the current block ends before `chunk`, or not.
  [[nodiscard]] Result<bool> SeekToBlock(std::uint32_t chunk) noexcept;
  void SeekInBlock(std::uint32_t chunk) noexcept {
    const std::uint32_t* const chunks = postings_.chunks.data();
    // Most moves are short, so gallop first, then bisect.
    std::uint32_t low = next_ - 1;
    if (chunks[low] >= chunk) return;
    std::uint32_t high = next_;
    while (chunks[high] < chunk) {
      const std::uint32_t step = 2 * (high - low);
      low = high;
      high = std::min(high + step, size_ - 1);
    }
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (chunks[middle] < chunk ? low : high) = middle;
    }
    next_ = high + 1;
  }

  // Moves to the first posting of `block`; false if there is no such block.
  [[nodiscard]] Result<bool> EnterBlock(std::uint32_t block) noexcept;

  PostingList list_;
  std::uint32_t block_ =
      0;  // The block in postings_; before the first move, the block to enter.
  std::uint32_t size_ =
      0;  // Postings in postings_; 0 before the first move and at the end.
  std::uint32_t next_ = 0;  // Place in the block, one past the current posting.
  PostingBlock postings_;
};

inline constexpr std::size_t kMaxBlockBytes =
    kPostingsPerBlock * 2 * kMaxVarintBytes;

// Writes one posting of a block of fewer than kPostingsPerBlock postings at
// `to`; returns the end.
//   gap        number of chunks between the previous posting and this one
//   frequency  1 to kMaxFrequency
inline std::byte* PutPosting(std::byte* to, std::uint32_t gap,
                             std::uint32_t frequency) noexcept {
  const bool is_repeated = frequency > 1;
  to = PutVarint(to, gap << 1 | (is_repeated ? 1u : 0u));
  return is_repeated ? PutVarint(to, frequency - 2) : to;
}

// Functions on one block of 1 to kPostingsPerBlock postings:
//   next_chunk  the least chunk that the first posting may have

// Writes the block at `to`, which has room for kMaxBlockBytes; returns its
// size.
[[nodiscard]] std::size_t EncodeBlock(std::span<const Posting> postings,
                                      std::uint32_t next_chunk,
                                      std::byte* to) noexcept;

// Writes the skip entry of a block, kSkipEntryBytes, at `to`.
//   end      of the block, from the list's beginning
//   lengths  lengths[chunk] is the number of a chunk's terms
template <typename Lengths>
void PutSkipEntry(std::span<const Posting> postings, std::uint32_t end,
                  const Lengths& lengths, std::byte* to) noexcept {
  ImpactCollector impacts;
  for (const Posting& posting : postings) {
    impacts.Add(std::min(posting.frequency, kMaxFrequency),
                lengths[posting.chunk]);
  }
  StoreLittle32(to, postings.back().chunk);
  StoreLittle32(to + 4, end);
  impacts.Encode(to + 8);
}

// The size of an encoded block, in fewer steps.
[[nodiscard]] std::size_t EncodedBlockBytes(std::span<const Posting> postings,
                                            std::uint32_t next_chunk) noexcept;

}  // namespace answerbox::engine
