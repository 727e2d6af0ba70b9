#include "engine/index/posting_cursor.h"

#include <algorithm>
#include <limits>

#include "engine/index/little_endian.h"
#include "engine/index/segment_layout.h"

namespace answerbox::engine {
namespace {

std::uint32_t BlockCount(std::uint32_t postings) noexcept {
  return (postings - 1) / kPostingsPerBlock + 1;
}

}  // namespace

Result<PostingCursor> PostingCursor::Create(
    std::span<const std::byte> list, std::uint64_t file_offset,
    std::uint32_t count, std::uint32_t chunk_count) noexcept {
  if (count == 0 || count > chunk_count) {
    return Error{ErrorCode::kCorrupt, "term.chunk_frequency", file_offset};
  }
  PostingCursor cursor;
  cursor.list_ = list.data();
  cursor.file_offset_ = file_offset;
  cursor.count_ = count;
  cursor.chunk_count_ = chunk_count;
  cursor.block_count_ = BlockCount(count);
  const std::uint64_t skip_bytes =
      count > kPostingsPerBlock
          ? std::uint64_t{cursor.block_count_} * kSkipEntryBytes
          : 0;
  if (skip_bytes > list.size()) {
    return Error{ErrorCode::kTruncated, "postings.skip", file_offset};
  }
  const std::uint64_t blocks_bytes = list.size() - skip_bytes;
  if (blocks_bytes > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::kCorrupt, "postings", file_offset};
  }
  cursor.blocks_bytes_ = static_cast<std::uint32_t>(blocks_bytes);
  if (auto entered = cursor.EnterBlock(0); !entered) return entered.error();
  return cursor;
}

Error PostingCursor::Fail(ErrorCode code, const char* field) noexcept {
  const Error error{
      code, field,
      file_offset_ + static_cast<std::uint64_t>(block_.position() - list_)};
  left_in_block_ = 0;
  block_number_ = block_count_;
  return error;
}

// Precondition: a list of several blocks, block < block_count_.
std::uint32_t PostingCursor::SkipChunk(std::uint32_t block) const noexcept {
  return LoadLittle32(list_ + blocks_bytes_ + block * kSkipEntryBytes);
}

std::uint32_t PostingCursor::SkipEnd(std::uint32_t block) const noexcept {
  return LoadLittle32(list_ + blocks_bytes_ + block * kSkipEntryBytes + 4);
}

// Precondition: block < block_count_; next_chunk_ is past the blocks before.
Result<void> PostingCursor::EnterBlock(std::uint32_t block) noexcept {
  std::uint32_t begin = 0;
  std::uint32_t end = blocks_bytes_;
  if (block_count_ > 1) {
    begin = block == 0 ? 0 : SkipEnd(block - 1);
    end = SkipEnd(block);
  }
  if (begin > end || end > blocks_bytes_) {
    return Fail(ErrorCode::kCorrupt, "postings.skip");
  }
  block_ = VarintReader({list_ + begin, end - begin});
  block_number_ = block;
  left_in_block_ = block + 1 < block_count_
                       ? kPostingsPerBlock
                       : count_ - block * kPostingsPerBlock;
  return {};
}

// Every posting of the block is read: it must have ended where and with what
// its skip entry says. Moves into the next block; false if there is none.
Result<bool> PostingCursor::LeaveBlock() noexcept {
  if (block_number_ >= block_count_) return false;
  if (!block_.AtEnd()) return Fail(ErrorCode::kCorrupt, "postings.block");
  if (block_count_ > 1 && SkipChunk(block_number_) != posting_.chunk) {
    return Fail(ErrorCode::kCorrupt, "postings.skip");
  }
  if (++block_number_ == block_count_) return false;
  if (auto entered = EnterBlock(block_number_); !entered) {
    return entered.error();
  }
  return true;
}

Result<bool> PostingCursor::NextOfAnySize() noexcept {
  if (left_in_block_ == 0) {
    if (auto moved = LeaveBlock(); !moved || !*moved) return moved;
  }
  const auto head = block_.Next();
  if (!head) return Fail(ErrorCode::kTruncated, "postings.chunk");
  // Compared before it is added: a hostile gap must not wrap around.
  const std::uint32_t gap = *head >> 1;
  if (gap >= chunk_count_ - next_chunk_) {
    return Fail(ErrorCode::kCorrupt, "postings.chunk");
  }
  posting_.chunk = next_chunk_ + gap;
  next_chunk_ = posting_.chunk + 1;
  posting_.frequency = 1;
  if ((*head & 1u) != 0) {
    const auto more = block_.Next();
    if (!more) return Fail(ErrorCode::kTruncated, "postings.frequency");
    if (*more > std::numeric_limits<std::uint32_t>::max() - 2) {
      return Fail(ErrorCode::kCorrupt, "postings.frequency");
    }
    posting_.frequency = *more + 2;
  }
  --left_in_block_;
  return true;
}

Result<bool> PostingCursor::SeekTo(std::uint32_t chunk) noexcept {
  const bool started = next_chunk_ != 0;
  if (started && posting_.chunk >= chunk && block_number_ < block_count_) {
    return true;
  }
  if (block_count_ > 1 && block_number_ < block_count_ &&
      SkipChunk(block_number_) < chunk) {
    // The first block whose last chunk is not before `chunk`. Damaged entries
    // lead to a wrong block, which EnterBlock and Next find out.
    std::uint32_t low = block_number_ + 1;
    std::uint32_t high = block_count_;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (SkipChunk(middle) < chunk) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == block_count_) {
      left_in_block_ = 0;
      block_number_ = block_count_;
      return false;
    }
    const std::uint32_t before = SkipChunk(low - 1);
    if (before < posting_.chunk || before >= chunk_count_) {
      return Fail(ErrorCode::kCorrupt, "postings.skip");
    }
    next_chunk_ = before + 1;
    if (auto entered = EnterBlock(low); !entered) return entered.error();
  }
  while (true) {
    auto moved = Next();
    if (!moved || !*moved || posting_.chunk >= chunk) return moved;
  }
}

}  // namespace answerbox::engine
