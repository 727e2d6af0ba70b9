// The bounds of what one client, and all of them together, may take of the
// broker.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

struct Bounds {
  std::size_t packet_bytes =
      256 * 1024;                  // A packet, its fixed header included.
  std::size_t connections = 1100;  // That are admitted.
  // More that are not admitted yet, or are being closed, where the others take
  // all places; and memory that must be left for their logins.
  std::size_t logins = 0;
  std::size_t login_bytes = 0;
  // Messages that wait for one client or for its acknowledgement, and the bytes
  // of their topics, payloads and properties.
  std::size_t queued_messages = 64;
  std::size_t queued_bytes = 256 * 1024;
  std::size_t subscriptions = 128;  // Of one session.
  std::size_t topic_levels = 16;    // Of a topic or filter.
  std::size_t topic_bytes = 1024;   // Of a topic or filter.
  std::size_t retained_messages = 1000;
  // Messages of QoS 1 and 2 under way at once, in either direction.
  std::uint16_t receive_maximum = 32;
  std::uint16_t topic_aliases = 16;  // In either direction.
  std::chrono::milliseconds connect_timeout{10'000};
  // A client that accepts no byte for this long is dropped.
  std::chrono::seconds write_timeout{30};
  // The longest time that a session is kept without a connection.
  std::chrono::seconds session_expiry{7 * 24 * 3600};
  // A client of 5.0 that asks for a longer keep alive, or for none, gets this
  // one.
  std::chrono::seconds keep_alive{3600};
};

// The memory that MQTT clients make the daemon hold: one budget, divided into
// shares so that no kind of use takes all of it. When a share is used up, a
// client's request is refused, or the client that holds most of the share loses
// its session.
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
  [[nodiscard]] const MemoryBudget& whole() const noexcept { return whole_; }
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
