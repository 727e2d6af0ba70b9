#include "engine/index/posting_cursor.h"

namespace answerbox::engine {

Result<bool> PostingCursor::EnterBlock(std::uint32_t block) noexcept {
  size_ = next_ = 0;
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

Result<bool> PostingCursor::SeekTo(std::uint32_t chunk) noexcept {
  if (size_ != 0 && this->chunk() >= chunk) return true;
  if (size_ == 0 || postings_.chunks[size_ - 1] < chunk) {
    const std::uint32_t from = size_ == 0 ? block_ : block_ + 1;
    auto entered = EnterBlock(list_.FindBlock(from, chunk));
    if (!entered || !*entered) return entered;
    // Only a list of one block may end before it.
    if (postings_.chunks[size_ - 1] < chunk) {
      return EnterBlock(list_.block_count());
    }
  }
  // The block's last chunk is not before it: bisect without branches.
  const std::uint32_t* first = postings_.chunks.data() + next_ - 1;
  std::uint32_t count = size_ - next_ + 1;
  while (count > 1) {
    const std::uint32_t half = count / 2;
    first += first[half - 1] < chunk ? half : 0;
    count -= half;
  }
  next_ = static_cast<std::uint32_t>(first - postings_.chunks.data()) + 1;
  return true;
}

}  // namespace answerbox::engine
