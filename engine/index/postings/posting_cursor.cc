#include "engine/index/postings/posting_cursor.h"

namespace answerbox::engine {

Result<bool> PostingCursor::EnterBlock(std::uint32_t block) noexcept {
  size_ = next_ = 0;
  // At the end already, in case the block cannot be decoded: after an error the
  // cursor is at its end.
  block_ = list_.block_count();
  if (block >= list_.block_count()) return false;
  if (auto decoded = list_.Decode(block, postings_); !decoded) {
    return decoded.error();
  }
  block_ = block;
  size_ = list_.BlockSize(block);
  next_ = 1;
  return true;
}

Result<bool> PostingCursor::SeekToBlock(std::uint32_t chunk) noexcept {
  const std::uint32_t from = size_ == 0 ? block_ : block_ + 1;
  auto entered = EnterBlock(list_.FindBlock(from, chunk));
  if (!entered || !*entered) return entered;
  // Only a list of one block may end before `chunk`: FindBlock() does not
  // compare.
  if (postings_.chunks[size_ - 1] < chunk) {
    return EnterBlock(list_.block_count());
  }
  SeekInBlock(chunk);
  return true;
}

}  // namespace answerbox::engine
