// The threads of one lane, and for how long each has been at its present work:
// a thread that never comes back is noticed.
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

  // Throws std::system_error when the system gives no more threads: a daemon
  // that starts ends with that message.
  explicit LaneThreads(std::size_t count);
  ~LaneThreads();
  LaneThreads(const LaneThreads&) = delete;
  LaneThreads& operator=(const LaneThreads&) = delete;

  // What is posted there runs on one of the threads. It must not throw.
  [[nodiscard]] boost::asio::io_context::executor_type get_executor() noexcept {
    return io_.get_executor();
  }

  // Finishes what was posted, and ends the threads.
  void Join();

  // Stands for one piece of work, from here to the end of its life. Made by a
  // thread of the lane.
  class Work {
   public:
    explicit Work(LaneThreads& lane, Clock::time_point now = Clock::now());
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    std::atomic<Clock::rep>* place_;
  };

  // When the oldest work that is still under way began; nothing when none is.
  // Safe from any thread.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept;

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      guard_;
  const std::size_t count_;
  // When each thread's work began; kNothing: it has none.
  std::unique_ptr<std::atomic<Clock::rep>[]> began_;
  std::vector<std::thread> threads_;
};

}  // namespace answerbox::daemon
