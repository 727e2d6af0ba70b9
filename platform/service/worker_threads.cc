#include "platform/service/worker_threads.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <system_error>
#include <utility>

namespace answerbox::platform {
namespace {

// This is later than any time, so that the oldest work is the minimum.
constexpr auto kNothing = std::numeric_limits<WorkerThreads::Clock::rep>::max();

}  // namespace

WorkerThreads::WorkerThreads(std::size_t count)
    : WorkerThreads(std::nullopt, count) {
  try {
    const Lock lock(mutex_);
    while (running_ < count_) BeginThread();
  } catch (const std::system_error&) {
    Join();
    throw;
  }
}

WorkerThreads::WorkerThreads(std::size_t count,
                             std::chrono::milliseconds idle_time)
    : WorkerThreads(std::optional(idle_time), count) {}

WorkerThreads::WorkerThreads(std::optional<std::chrono::milliseconds> idle_time,
                             std::size_t count)
    : count_(count),
      idle_time_(idle_time),
      places_(std::make_unique<Place[]>(count)) {
  for (std::size_t i = 0; i < count_; ++i) places_[i].began = kNothing;
}

WorkerThreads::~WorkerThreads() { Join(); }

bool WorkerThreads::Post(Task task) {
  Task refused;  // Destroyed without the lock.
  {
    const Lock lock(mutex_);
    tasks_.push_back(std::move(task));
    // An idle thread that was woken but does not run yet still counts as idle.
    // So the number of waiting tasks is compared with all idle threads.
    if (tasks_.size() > idle_ && running_ < count_ && !is_closed_) {
      try {
        BeginThread();
      } catch (const std::exception&) {
        // There is no thread, or no memory for one. The exception must not
        // leave this function, as the task is already queued. A running thread
        // takes it when it has finished its own.
      }
    }
    if (running_ == 0) {
      refused = std::move(tasks_.back());
      tasks_.pop_back();
      return false;
    }
  }
  posted_.notify_one();
  return true;
}

void WorkerThreads::BeginThread() {
  Place& place =
      *std::find_if(places_.get(), places_.get() + count_,
                    [](const Place& one) { return !one.is_running; });
  // A thread that had this place needs the lock no more: it is about to return
  // or has returned.
  if (place.thread.joinable()) place.thread.join();
  place.thread = std::thread([this, &place] { Run(place); });
  place.is_running = true;
  ++running_;
}

void WorkerThreads::Run(Place& place) noexcept {
  Lock lock(mutex_);
  while (WaitForTask(lock)) {
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    place.began = Clock::now().time_since_epoch().count();
    task();
    // This thread frees what the task holds before it waits.
    task = nullptr;
    place.began = kNothing;
    lock.lock();
  }
  place.is_running = false;
  --running_;
}

bool WorkerThreads::WaitForTask(Lock& lock) {
  const auto is_woken = [this] { return !tasks_.empty() || is_closed_; };
  ++idle_;
  if (idle_time_) {
    posted_.wait_for(lock, *idle_time_, is_woken);
  } else {
    posted_.wait(lock, is_woken);
  }
  --idle_;
  return !tasks_.empty();
}

void WorkerThreads::Join() {
  {
    const Lock lock(mutex_);
    // From here on Post makes no threads, so this function may use the places
    // without the lock.
    is_closed_ = true;
  }
  posted_.notify_all();
  for (std::size_t i = 0; i < count_; ++i) {
    if (places_[i].thread.joinable()) places_[i].thread.join();
  }
}

std::optional<WorkerThreads::Clock::time_point> WorkerThreads::BusySince()
    const noexcept {
  Clock::rep oldest = kNothing;
  for (std::size_t i = 0; i < count_; ++i) {
    oldest = std::min(oldest, places_[i].began.load());
  }
  if (oldest == kNothing) return std::nullopt;
  return Clock::time_point(Clock::duration(oldest));
}

}  // namespace answerbox::platform
