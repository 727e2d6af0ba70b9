#include "daemon/collections/changes/change_queue.h"

#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {

void ChangeQueue::Push(Change change) {
  std::optional<Error> refusal;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) {
      refusal = ShuttingDown();
    } else if (waiting_.size() >= limit_) {
      refusal = Busy(std::to_string(limit_) +
                     " changes are waiting already: try again.");
    } else {
      waiting_.push_back(std::move(change));
    }
  }
  // The lock is released: the completion may push the next change.
  if (refusal) return Refuse(std::move(change), *refusal);
  arrived_.notify_one();
}

void ChangeQueue::PushInternal(Change change) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(change));
  }
  arrived_.notify_one();
}

std::vector<Change> ChangeQueue::TakeBatch() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return finished_ || !waiting_.empty(); });
  std::vector<Change> batch;
  // The batch is empty only after Finish, so every accepted change is carried
  // out.
  if (waiting_.empty()) return batch;
  batch.push_back(std::move(waiting_.front()));
  waiting_.pop_front();
  if (!batch.front().IsOfDocument()) return batch;
  const std::string collection = batch.front().collection;
  // Changes of other collections keep their order and wait. Those of this
  // collection join the batch, which needs one manifest and one sync for all of
  // them.
  std::deque<Change> others;
  bool open = true;  // False after a change of another kind to this collection.
  for (Change& change : waiting_) {
    const bool same = change.collection == collection;
    if (same && !change.IsOfDocument()) open = false;
    if (same && open) {
      batch.push_back(std::move(change));
    } else {
      others.push_back(std::move(change));
    }
  }
  waiting_ = std::move(others);
  return batch;
}

void ChangeQueue::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

void ChangeQueue::Finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    finished_ = true;
  }
  arrived_.notify_one();
}

std::size_t ChangeQueue::size() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

}  // namespace answerbox::daemon
