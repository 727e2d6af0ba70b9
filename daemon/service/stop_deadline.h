// Ends a process that was told to stop, even when a thread hangs in the disk.
#pragma once

#include <chrono>
#include <ctime>

#include "daemon/dispatch/dispatcher.h"

namespace answerbox::daemon {

// Watches by a timer of the kernel, whose signal interrupts the thread that
// stops the daemon. So watching takes no thread, and works while all others
// hang. Use it from one thread, which closes files only through others and
// waits for those: in an uninterruptible call it would see no signal.
class StopDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  // The longest time without progress while stopping: less than a service
  // manager waits.
  static constexpr std::chrono::milliseconds kPatience{15'000};

  // `dispatcher` outlives this. Makes the timer here, because none may be
  // available when stopping. Throws std::system_error when it can't be made.
  explicit StopDeadline(const Dispatcher& dispatcher);
  ~StopDeadline();  // The process stopped in time.
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;

  // Begins to watch. After `grace`, the process ends at once with exit code 1,
  // and a line in the journal, if one piece of work is under way for kPatience
  // or stall_seconds, whichever is less, or if no work is under way for that
  // time. Acknowledged changes are on the disk. From now on the signal SIGALRM
  // is this object's.
  void Begin(std::chrono::milliseconds grace);

 private:
  static void OnSignal(int signal) noexcept;
  // Ends the process if it hangs. Runs in the signal handler.
  void Look() noexcept;

  const Dispatcher& dispatcher_;
  timer_t timer_{};
  Clock::time_point last_moved_;
  std::chrono::milliseconds patience_ = kPatience;
};

}  // namespace answerbox::daemon
