// Lines on their way to one client. What it does not read waits here, within a
// bound of its own. The first bytes that wait are the client's due; the rest
// counts in the budget of all connections. So clients that do not read can't
// cost another one its small replies.
//
// Lines lie in blocks that are freed as they are written. What counts is what
// the blocks take from the heap, however little of them still waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "daemon/json/memory_budget.h"

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
  // Adds nothing when a bound would be passed, or the heap has no more.
  [[nodiscard]] Outcome Append(std::string_view line) noexcept;

  // What to write next, which may be a part of what waits; empty when nothing
  // does. Valid until Consume, whatever is appended.
  [[nodiscard]] std::string_view Front() const noexcept;
  // The first `size` bytes of Front() have been written.
  void Consume(std::size_t size) noexcept;
  // Forgets what waits. Ends the life of Front().
  void Free() noexcept;

  [[nodiscard]] bool empty() const noexcept { return bytes_ == 0; }
  // That wait.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Block {
    std::unique_ptr<Block> next;
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t end = 0;  // Of what was put there.
  };

  // What the budget has to bear when blocks hold `bytes`.
  [[nodiscard]] std::size_t Shared(std::size_t bytes) const noexcept {
    return bytes > own_bytes_ ? bytes - own_bytes_ : 0;
  }
  // False, and nothing added, where the budget or the heap has no room.
  [[nodiscard]] bool AddBlock(std::size_t capacity) noexcept;
  void FreeFirst() noexcept;

  const std::size_t max_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  std::unique_ptr<Block> first_;  // Being written.
  Block* last_ = nullptr;         // Being filled.
  std::size_t written_ = 0;       // Of first_.
  std::size_t bytes_ = 0;
  std::size_t held_ = 0;  // Capacity of all blocks.
};

}  // namespace answerbox::daemon
