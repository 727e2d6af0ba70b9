// Threads that run tasks. Each records since when it has been at its present
// task, so that a hanging thread is noticed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace answerbox::platform {

// Safe from any thread, except Join and the destructor.
class WorkerThreads {
 public:
  using Clock = std::chrono::steady_clock;
  // A task must not throw: an exception ends the process, with the reason in
  // the journal.
  using Task = std::function<void()>;

  // Makes `count` threads, which stay until Join. Throws std::system_error when
  // no more threads can be made.
  explicit WorkerThreads(std::size_t count);
  // Makes a thread when a task finds none idle, up to `count`. A thread ends
  // when it has been idle for `idle_time`.
  WorkerThreads(std::size_t count, std::chrono::milliseconds idle_time);
  ~WorkerThreads();  // Joins.
  WorkerThreads(const WorkerThreads&) = delete;
  WorkerThreads& operator=(const WorkerThreads&) = delete;

  // Queues a task; tasks begin in the order in which they were posted. Returns
  // false, and destroys the task, if there is no thread and none can be made:
  // the system has no more, or Join has returned. Never false for threads that
  // stay.
  [[nodiscard]] bool Post(Task task);

  // Finishes posted tasks and ends the threads. A running task may still post.
  void Join();

  // Returns when the oldest running task began; nothing when none runs. Safe in
  // a signal handler.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept;

 private:
  struct Place {
    std::thread thread;
    bool is_running = false;  // Guarded by mutex_.
    std::atomic<Clock::rep> began;
  };
  using Lock = std::unique_lock<std::mutex>;

  WorkerThreads(std::optional<std::chrono::milliseconds> idle_time,
                std::size_t count);
  // Preconditions: mutex_ is held; a place is free. Throws std::system_error.
  void BeginThread();
  void Run(Place& place) noexcept;
  // Returns false if the thread must end.
  [[nodiscard]] bool WaitForTask(Lock& lock);

  const std::size_t count_;
  const std::optional<std::chrono::milliseconds> idle_time_;
  const std::unique_ptr<Place[]> places_;
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<Task> tasks_;
  std::size_t running_ = 0;  // Threads,
  std::size_t idle_ = 0;     // of which these wait for a task.
  bool is_closed_ = false;
};

}  // namespace answerbox::platform
