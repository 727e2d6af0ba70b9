// The bounded queue of changes for the writing thread, and the time that the
// thread takes for them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "daemon/collections/changes/change.h"

namespace answerbox::daemon {

class ChangeQueue {
 public:
  explicit ChangeQueue(std::size_t limit) : limit_(limit) {}

  // Queues the change, or refuses it (kBusy, kShuttingDown) at once.
  void Push(Change change);

  // Queues a change of the store itself, which the limit does not bound, and
  // which is accepted until Finish.
  void PushInternal(Change change);

  // Waits for changes. Returns changes of one collection that can be committed
  // together: additions and removals up to the first change of another kind, or
  // a single change of another kind. Returns an empty batch after Finish, when
  // no change is left.
  [[nodiscard]] std::vector<Change> TakeBatch();

  // Refuses changes that are pushed from now on.
  void Close();
  // TakeBatch returns an empty batch once the queue is empty.
  void Finish();

  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Change> waiting_;
  bool closed_ = false;
  bool finished_ = false;
};

// Measures how long the writing thread has been at its present change, so that
// a hanging thread is noticed. Safe to use from any thread, and in a signal
// handler.
class WriteClock {
 public:
  using Clock = std::chrono::steady_clock;

  // Notes that a change begins. Also called for each further change of a batch.
  void Begin() noexcept { began_ = Clock::now().time_since_epoch().count(); }
  // Notes that the last change of a batch is done.
  void End() noexcept { began_ = kNothing; }

  // Returns when the present change began; nothing when there is none.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept {
    const Clock::rep began = began_;
    if (began == kNothing) return std::nullopt;
    return Clock::time_point(Clock::duration(began));
  }

 private:
  static constexpr auto kNothing = std::numeric_limits<Clock::rep>::max();
  std::atomic<Clock::rep> began_{kNothing};
};

}  // namespace answerbox::daemon
