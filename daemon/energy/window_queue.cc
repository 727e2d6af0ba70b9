#include "daemon/energy/window_queue.h"

#include <utility>

namespace answerbox::daemon {

WindowQueue::WindowQueue(OnWindowClosed on_window_closed, OnLoss on_loss,
                         platform::WorkerThreads& thread)
    : on_window_closed_(std::move(on_window_closed)),
      on_loss_(std::move(on_loss)),
      thread_(thread) {}

WindowQueue::~WindowQueue() {
  {
    std::unique_lock lock(mutex_);
    drained_.wait(lock, [this] { return !is_draining_; });
  }
  Drain();
}

void WindowQueue::Add(std::string_view sensor, const ClosedWindow& closed) {
  {
    const std::lock_guard lock(mutex_);
    const std::size_t questions = closed.completed.size();
    // A window is always accepted into an empty queue, however large it is.
    // Otherwise it would never find room.
    if (!entries_.empty() && questions_ + questions > kMaxQuestions) {
      lost_ += questions;
    } else {
      Entry& entry = entries_.emplace_back();
      entry.sensor = sensor;
      // Only what a record names is copied. The many uses of a window are not
      // needed.
      entry.closed.window.begin = closed.window.begin;
      entry.closed.window.end = closed.window.end;
      entry.closed.completed = closed.completed;
      questions_ += questions;
    }
    // A full queue also starts the thread: there may have been none when the
    // queue was filled.
    if (std::exchange(is_draining_, true)) return;
  }
  if (thread_.Post([this] { Drain(); })) return;
  const std::lock_guard lock(mutex_);
  is_draining_ = false;
}

std::uint64_t WindowQueue::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

void WindowQueue::Drain() {
  std::unique_lock lock(mutex_);
  while (!entries_.empty()) {
    // The entry is taken out first, as the receiver may wait for seconds.
    const Entry entry = std::move(entries_.front());
    entries_.pop_front();
    questions_ -= entry.closed.completed.size();
    lock.unlock();
    on_window_closed_(entry.sensor, entry.closed);
    lock.lock();
    // Losses are reported after the receiver has returned.
    if (const std::uint64_t lost = lost_; lost != told_) {
      lock.unlock();
      on_loss_(lost - std::exchange(told_, lost));
      lock.lock();
    }
  }
  is_draining_ = false;
  // The lock is held here: the destructor may go on as soon as it has the lock.
  drained_.notify_one();
}

}  // namespace answerbox::daemon
