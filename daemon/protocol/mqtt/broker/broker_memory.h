// The memory of all that MQTT clients make the daemon hold: one budget, and
// shares of it, so that no kind of use takes it all. What a client makes the
// broker keep past a share is refused, or costs the client that holds most.
#pragma once

#include <cstddef>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

// Bytes of a budget that something holds which does not allocate from it.
class TakenBytes {
 public:
  // `budget` outlives this.
  TakenBytes(MemoryBudget& budget, std::size_t bytes) noexcept
      : budget_(budget), bytes_(budget.TryTake(bytes) ? bytes : 0) {}
  TakenBytes(const TakenBytes&) = delete;
  TakenBytes& operator=(const TakenBytes&) = delete;
  ~TakenBytes() { budget_.GiveBack(bytes_); }

  // False where the budget had no room.
  [[nodiscard]] bool is_taken() const noexcept { return bytes_ > 0; }

 private:
  MemoryBudget& budget_;
  const std::size_t bytes_;
};

class BrokerMemory {
 public:
  // A share of 7/16 is left to connections alone: their buffers, TLS included,
  // and their packets of up to InputBuffer::kSmallBytes.
  explicit BrokerMemory(std::size_t limit_bytes)
      : whole_(limit_bytes),
        queue_share_(limit_bytes / 16 * 4, whole_),
        session_share_(limit_bytes / 16 * 2, queue_share_),
        retained_share_(limit_bytes / 16 * 3, whole_),
        large_share_(limit_bytes / 16 * 2, whole_) {}

  [[nodiscard]] MemoryBudget& whole() noexcept { return whole_; }
  // For connections and their small packets.
  [[nodiscard]] BudgetedHeap& connections() noexcept { return connections_; }
  // For messages on their way.
  [[nodiscard]] BudgetedHeap& queues() noexcept { return queues_; }
  // For sessions, their subscriptions and wills. At most half of the queues'
  // share: a flood of sessions leaves room for messages.
  [[nodiscard]] BudgetedHeap& sessions() noexcept { return sessions_; }
  [[nodiscard]] BudgetedHeap& retained() noexcept { return retained_; }
  // For large packets that are being received.
  [[nodiscard]] BudgetedHeap& large() noexcept { return large_; }

  // Slow clients get less time: what they hold is needed.
  [[nodiscard]] bool is_short() const noexcept {
    return IsShort(whole_) || IsShort(queue_share_);
  }

 private:
  [[nodiscard]] static bool IsShort(const MemoryBudget& budget) noexcept {
    return budget.used_bytes() > budget.limit_bytes() / 4 * 3;
  }

  MemoryBudget whole_;
  MemoryBudget queue_share_;
  MemoryBudget session_share_;
  MemoryBudget retained_share_;
  MemoryBudget large_share_;
  BudgetedHeap connections_{whole_};
  BudgetedHeap queues_{queue_share_};
  BudgetedHeap sessions_{session_share_};
  BudgetedHeap retained_{retained_share_};
  BudgetedHeap large_{large_share_};
};

}  // namespace answerbox::daemon::mqtt
