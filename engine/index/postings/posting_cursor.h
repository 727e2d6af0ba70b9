// Walks one term's postings; decodes one block at a time.
//
// A cursor holds a decoded block, 1 KiB. A question has one cursor per term in
// its arena and resets it for each segment instead of copying it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/index/postings/posting_list.h"
#include "engine/result.h"

namespace answerbox::engine {

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

}  // namespace answerbox::engine
