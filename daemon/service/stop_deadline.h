// Sees to it that a process that was told to stop ends, even where a thread
// never comes back from the disk.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "daemon/dispatch/dispatcher.h"

namespace answerbox::daemon {

class StopDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  // Without the options' stall_seconds: less than a service manager waits.
  static constexpr std::chrono::milliseconds kPatience{15'000};

  // `dispatcher` outlives this. Has a thread of its own from here on, for
  // stopping may find none; throws std::system_error when the system gives
  // none.
  explicit StopDeadline(const Dispatcher& dispatcher);
  ~StopDeadline();  // The process has stopped in time.
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;

  // From now on, what is not done after `grace` has to move: when work has been
  // under way for kPatience or stall_seconds, whichever is less, or nothing was
  // under way for so long, the journal is told and the process ends at once,
  // with exit code 1. What was acknowledged is on the disk.
  void Begin(std::chrono::milliseconds grace);

 private:
  void Run();
  // Why the process is to end now, as a sentence; nothing while work moves.
  [[nodiscard]] std::optional<std::string> FindHang(Clock::time_point now);

  const Dispatcher& dispatcher_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
  // After the grace; nothing before Begin.
  std::optional<Clock::time_point> begin_;
  Clock::time_point last_moved_;
  std::chrono::milliseconds patience_ = kPatience;
  std::thread thread_;
};

}  // namespace answerbox::daemon
