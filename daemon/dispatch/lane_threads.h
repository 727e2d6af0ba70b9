// The threads of one lane. Records since when each is at its present work, so
// that a thread that hangs is noticed.
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace answerbox::daemon {

class LaneThreads {
 public:
  using Clock = std::chrono::steady_clock;

  // Throws std::system_error when no more threads can be made.
  explicit LaneThreads(std::size_t count);
  ~LaneThreads();
  LaneThreads(const LaneThreads&) = delete;
  LaneThreads& operator=(const LaneThreads&) = delete;

  // Functions posted there run on one of the threads. They must not throw.
  [[nodiscard]] boost::asio::io_context::executor_type get_executor() noexcept {
    return io_.get_executor();
  }

  // Finishes posted functions and ends the threads.
  void Join();

  // Marks the thread as busy as long as this object lives. Made by a thread of
  // the lane.
  class Work {
   public:
    explicit Work(LaneThreads& lane, Clock::time_point now = Clock::now());
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    std::atomic<Clock::rep>* place_;
  };

  // When the oldest work under way began; nothing when none is. Safe to call
  // from any thread.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept;

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      guard_;
  const std::size_t count_;
  // When each thread's work began; kNothing: the thread has none.
  std::unique_ptr<std::atomic<Clock::rep>[]> began_;
  std::vector<std::thread> threads_;
};

}  // namespace answerbox::daemon
