#include "daemon/protocol/reply_queue.h"

#include <algorithm>
#include <new>
#include <utility>

namespace answerbox::daemon {
namespace {

// The first block is for short replies that are read at once, and is kept when
// it is empty. Further blocks gather lines for a client that reads slowly.
constexpr std::size_t kFirstBlockBytes = 4096;
constexpr std::size_t kBlockBytes = std::size_t{16} << 10;

}  // namespace

ReplyQueue::Outcome ReplyQueue::Append(std::string_view line) noexcept {
  if (line.size() > max_bytes_ - bytes_) return Outcome::kQueueFull;
  const std::size_t spare =
      last_ == nullptr ? 0
                       : std::min(line.size(), last_->capacity - last_->end);
  Block* const filled = last_;
  const std::size_t rest = line.size() - spare;
  if (rest != 0) {
    const std::size_t usual =
        first_ == nullptr ? kFirstBlockBytes : kBlockBytes;
    if (!AddBlock(std::max(usual, rest)) && !AddBlock(rest)) {
      return Outcome::kBudgetFull;
    }
  }
  if (spare != 0) {
    line.copy(filled->bytes.get() + filled->end, spare);
    filled->end += spare;
  }
  if (rest != 0) {
    line.copy(last_->bytes.get(), rest, spare);
    last_->end = rest;
  }
  bytes_ += line.size();
  return Outcome::kAdded;
}

bool ReplyQueue::AddBlock(std::size_t capacity) noexcept {
  const std::size_t more = Shared(held_ + capacity) - Shared(held_);
  if (!budget_.TryTake(more)) return false;
  std::unique_ptr<Block> block(new (std::nothrow) Block);
  if (block != nullptr) block->bytes.reset(new (std::nothrow) char[capacity]);
  if (block == nullptr || block->bytes == nullptr) {
    budget_.GiveBack(more);
    return false;
  }
  block->capacity = capacity;
  held_ += capacity;
  Block* const added = block.get();
  (first_ == nullptr ? first_ : last_->next) = std::move(block);
  last_ = added;
  return true;
}

std::string_view ReplyQueue::Front() const noexcept {
  if (first_ == nullptr) return {};
  return {first_->bytes.get() + written_, first_->end - written_};
}

void ReplyQueue::Consume(std::size_t size) noexcept {
  written_ += size;
  bytes_ -= size;
  if (written_ < first_->end) return;
  const bool is_kept = bytes_ == 0 && first_->capacity <= kFirstBlockBytes &&
                       first_->capacity <= own_bytes_;
  if (!is_kept) return FreeFirst();
  first_->end = 0;
  written_ = 0;
}

void ReplyQueue::FreeFirst() noexcept {
  const std::size_t before = Shared(held_);
  held_ -= first_->capacity;
  budget_.GiveBack(before - Shared(held_));
  first_ = std::move(first_->next);
  if (first_ == nullptr) last_ = nullptr;
  written_ = 0;
}

void ReplyQueue::Free() noexcept {
  while (first_ != nullptr) FreeFirst();
  bytes_ = 0;
}

}  // namespace answerbox::daemon
