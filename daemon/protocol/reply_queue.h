// Lines on their way to one client. What it does not read waits here, within a
// bound of its own. The first bytes that wait are the client's due; the rest
// counts in the budget of all connections. So clients that do not read can't
// cost another one its small replies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "daemon/protocol/memory_budget.h"

namespace answerbox::daemon {

class ReplyQueue {
 public:
  // `own_bytes` are not taken from `budget`, which outlives the queue.
  ReplyQueue(std::size_t max_bytes, std::size_t own_bytes,
             MemoryBudget& budget) noexcept
      : max_bytes_(max_bytes), own_bytes_(own_bytes), budget_(budget) {}
  ~ReplyQueue() { Free(); }
  ReplyQueue(const ReplyQueue&) = delete;
  ReplyQueue& operator=(const ReplyQueue&) = delete;

  enum class Outcome : std::uint8_t {
    kAdded,
    kQueueFull,   // This client does not take its replies.
    kBudgetFull,  // All clients together do not take theirs.
  };
  // Adds nothing when a bound would be passed.
  [[nodiscard]] Outcome Append(std::string_view line);

  // What to write next; empty when nothing waits. Valid until Consume.
  [[nodiscard]] std::string_view Front();
  // The first `size` bytes of Front() have been written.
  void Consume(std::size_t size);
  // Forgets what waits. Ends the life of Front().
  void Free() noexcept;

  [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return leaving_.size() - written_ + waiting_.size();
  }

 private:
  // What the budget has to bear when `bytes` wait.
  [[nodiscard]] std::size_t Shared(std::size_t bytes) const noexcept {
    return bytes > own_bytes_ ? bytes - own_bytes_ : 0;
  }

  const std::size_t max_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  // Lines gather in one string while the other is being written.
  std::string leaving_;
  std::size_t written_ = 0;  // Of leaving_.
  std::string waiting_;
};

}  // namespace answerbox::daemon
