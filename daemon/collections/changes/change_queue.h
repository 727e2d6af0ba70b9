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

  // Takes the change over, or refuses it (kBusy, kShuttingDown) at once.
  void Push(Change change);

  // For the store's own changes: past the limit, and until Finish.
  void PushInternal(Change change);

  // Waits for changes. Gives those that wait for one collection and can be
  // committed together: additions and removals up to the first change of
  // another kind, or one change of another kind. Nothing: finished and empty.
  [[nodiscard]] std::vector<Change> TakeBatch();

  // Refuses what is pushed from now on.
  void Close();
  // Lets TakeBatch come to an end.
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
