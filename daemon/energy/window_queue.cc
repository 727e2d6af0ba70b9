#include "daemon/energy/window_queue.h"

#include <utility>

namespace answerbox::daemon {

WindowQueue::WindowQueue(OnWindowClosed on_window_closed, OnLoss on_loss)
    : on_window_closed_(std::move(on_window_closed)),
      on_loss_(std::move(on_loss)),
      thread_([this] { Run(); }) {}

WindowQueue::~WindowQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void WindowQueue::Add(std::string_view sensor, const ClosedWindow& closed) {
  {
    const std::lock_guard lock(mutex_);
    const std::size_t questions = closed.completed.size();
    if (!entries_.empty() && questions_ + questions > kMaxQuestions) {
      lost_ += questions;
      return;
    }
    Entry& entry = entries_.emplace_back();
    entry.sensor = sensor;
    entry.closed.window.begin = closed.window.begin;
    entry.closed.window.end = closed.window.end;
    entry.closed.completed = closed.completed;
    questions_ += questions;
  }
  changed_.notify_one();
}

std::uint64_t WindowQueue::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

void WindowQueue::Run() {
  std::uint64_t told = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !entries_.empty() || is_closed_; });
    if (entries_.empty()) return;
    const Entry entry = std::move(entries_.front());
    entries_.pop_front();
    questions_ -= entry.closed.completed.size();
    lock.unlock();
    on_window_closed_(entry.sensor, entry.closed);
    lock.lock();
    // Reported once the receiver has returned.
    if (const std::uint64_t lost = lost_; lost != told) {
      lock.unlock();
      on_loss_(lost - std::exchange(told, lost));
      lock.lock();
    }
  }
}

}  // namespace answerbox::daemon
