#include "daemon/protocol/reply_queue.h"

#include <utility>

namespace answerbox::daemon {
namespace {

// A larger string is freed when it is empty instead of kept for the next lines.
constexpr std::size_t kKeptCapacity = 4096;

void Clear(std::string& text) {
  text.clear();
  if (text.capacity() > kKeptCapacity) text.shrink_to_fit();
}

}  // namespace

ReplyQueue::Outcome ReplyQueue::Append(std::string_view line) {
  if (line.size() > max_bytes_ - bytes()) return Outcome::kQueueFull;
  const std::size_t more = Shared(bytes() + line.size()) - Shared(bytes());
  if (!budget_.TryTake(more)) return Outcome::kBudgetFull;
  waiting_ += line;
  return Outcome::kAdded;
}

std::string_view ReplyQueue::Front() {
  if (written_ == leaving_.size()) {
    Clear(leaving_);
    written_ = 0;
    std::swap(leaving_, waiting_);
  }
  return std::string_view(leaving_).substr(written_);
}

void ReplyQueue::Consume(std::size_t size) {
  const std::size_t shared_before = Shared(bytes());
  written_ += size;
  budget_.GiveBack(shared_before - Shared(bytes()));
  if (written_ < leaving_.size()) return;
  Clear(leaving_);
  written_ = 0;
}

void ReplyQueue::Free() noexcept {
  budget_.GiveBack(Shared(bytes()));
  leaving_ = std::string();
  waiting_ = std::string();
  written_ = 0;
}

}  // namespace answerbox::daemon
