// Changes on their way to the writing thread, bounded.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

#include "daemon/collections/changes/change.h"

namespace answerbox::daemon {

class ChangeQueue {
 public:
  explicit ChangeQueue(std::size_t limit) : limit_(limit) {}

  // Queues the change, or refuses it (kBusy, kShuttingDown) at once.
  void Push(Change change);

  // Queues a change of the store's own: not bounded by the limit, and accepted
  // until Finish.
  void PushInternal(Change change);

  // Waits for changes. Returns changes of one collection that can be committed
  // together: additions and removals up to the first change of another kind, or
  // a single change of another kind. Empty after Finish, when no change is
  // left.
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

}  // namespace answerbox::daemon
