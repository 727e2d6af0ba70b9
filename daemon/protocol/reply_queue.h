// Lines that wait for one client to read them, within a bound for this client.
// The first `own_bytes` are reserved for this client; the rest counts in the
// budget of all connections. So clients that do not read can't keep another
// client from getting small replies.
//
// Lines are in blocks, which are freed when they are written. The whole block
// counts in the bounds, however little of it still waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

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
    kQueueFull,   // This client does not read its replies.
    kBudgetFull,  // All clients together do not read theirs.
  };
  // Adds the line, or nothing when that would pass a bound or the heap is used
  // up.
  [[nodiscard]] Outcome Append(std::string_view line) noexcept;

  // The bytes to write next; they may be a part of those that wait. Empty when
  // none wait. Valid until Consume, even when lines are appended.
  [[nodiscard]] std::string_view Front() const noexcept;
  // The first `size` bytes of Front() have been written.
  void Consume(std::size_t size) noexcept;
  // Drops all lines. Invalidates Front().
  void Free() noexcept;

  [[nodiscard]] bool empty() const noexcept { return bytes_ == 0; }
  // The number of waiting bytes.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Block {
    std::unique_ptr<Block> next;
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t end = 0;  // Of the bytes written there.
  };

  // The part of `bytes` of blocks that counts in the budget.
  [[nodiscard]] std::size_t Shared(std::size_t bytes) const noexcept {
    return bytes > own_bytes_ ? bytes - own_bytes_ : 0;
  }
  // False, and nothing is added, when the budget or the heap has no room.
  [[nodiscard]] bool AddBlock(std::size_t capacity) noexcept;
  void FreeFirst() noexcept;

  const std::size_t max_bytes_;
  const std::size_t own_bytes_;
  MemoryBudget& budget_;
  std::unique_ptr<Block> first_;  // Its bytes are written next.
  Block* last_ = nullptr;         // Lines are appended here.
  std::size_t written_ = 0;       // Bytes of first_ already written.
  std::size_t bytes_ = 0;
  std::size_t held_ = 0;  // Capacity of all blocks.
};

}  // namespace answerbox::daemon
