// The memory that MQTT clients make the daemon hold: one budget, divided into
// shares so that no kind of use takes all of it. When a share is used up, a
// client's request is refused, or the client that holds most of the share loses
// its session.
#pragma once

#include <cstddef>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

class BrokerMemory {
 public:
  // Seven sixteenths of the budget are left to connections alone: to their
  // buffers, TLS included, and to packets of up to InputBuffer::kSmallBytes.
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

  // When memory is short, slow clients get less time, as the memory that they
  // hold is needed.
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
