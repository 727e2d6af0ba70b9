// Walks one term's postings. Layout: docs/segment-format.md, "Postings".
//
// A cursor decodes as it goes and buffers nothing: some 80 bytes, trivially
// copyable and destructible, so that a query holds one per term in its arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/varint.h"
#include "engine/result.h"

namespace answerbox::engine {

struct Posting {
  std::uint32_t chunk = 0;      // Ascending strictly.
  std::uint32_t frequency = 0;  // Of the term in the chunk, from 1.

  friend bool operator==(const Posting&, const Posting&) = default;
};

class PostingCursor {
 public:
  // A cursor without postings.
  PostingCursor() = default;

  // Moves to the next posting; false past the last one.
  // Errors: kTruncated, kCorrupt (a chunk past the segment's last, or a block
  // that contradicts its skip entry). After an error the cursor is at its end.
  [[nodiscard]] Result<bool> Next() noexcept {
    // Nearly all postings have a byte of chunk and a byte of frequency or none.
    // Which of the two cannot be foreseen, so nothing here branches on it.
    if (left_in_block_ != 0 && block_.remaining() >= 2) {
      const auto head = std::to_integer<std::uint32_t>(block_.position()[0]);
      const auto next = std::to_integer<std::uint32_t>(block_.position()[1]);
      const std::uint32_t repeated = head & 1u;
      const std::uint32_t more = next & (0u - repeated);
      if ((head | more) < 0x80u && head >> 1 < chunk_count_ - next_chunk_) {
        block_.Skip(1 + repeated);
        --left_in_block_;
        posting_ = {next_chunk_ + (head >> 1), 1 + repeated + more};
        next_chunk_ = posting_.chunk + 1;
        return true;
      }
    }
    return NextOfAnySize();
  }

  // Moves forward to the first posting whose chunk is at least `chunk`,
  // skipping whole blocks; false when there is none. Never moves back.
  // Logarithmic in the blocks skipped over, then linear within one. Errors: as
  // of Next().
  [[nodiscard]] Result<bool> SeekTo(std::uint32_t chunk) noexcept;

  // Precondition: the last move gave true.
  [[nodiscard]] const Posting& posting() const noexcept { return posting_; }

 private:
  friend class SegmentReader;

  //   list         the term's bytes, at `file_offset` of the file
  //   count        its postings, from 1
  //   chunk_count  chunks of the segment
  // Errors: kTruncated, kCorrupt.
  static Result<PostingCursor> Create(std::span<const std::byte> list,
                                      std::uint64_t file_offset,
                                      std::uint32_t count,
                                      std::uint32_t chunk_count) noexcept;

  [[nodiscard]] Result<bool> NextOfAnySize() noexcept;
  [[nodiscard]] std::uint32_t SkipChunk(std::uint32_t block) const noexcept;
  [[nodiscard]] std::uint32_t SkipEnd(std::uint32_t block) const noexcept;
  [[nodiscard]] Result<void> EnterBlock(std::uint32_t block) noexcept;
  [[nodiscard]] Result<bool> LeaveBlock() noexcept;
  [[nodiscard]] Error Fail(ErrorCode code, const char* field) noexcept;

  VarintReader block_;               // What is left of the current block.
  const std::byte* list_ = nullptr;  // Blocks, then skip entries.
  std::uint64_t file_offset_ = 0;
  std::uint32_t blocks_bytes_ = 0;  // Without the skip entries.
  std::uint32_t block_count_ = 0;
  std::uint32_t block_number_ = 0;
  std::uint32_t left_in_block_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t chunk_count_ = 0;
  std::uint32_t next_chunk_ = 0;  // The least that the next posting may have.
  Posting posting_;
};

}  // namespace answerbox::engine
