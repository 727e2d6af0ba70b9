// Ends a process that was told to stop, even when a thread hangs in the disk.
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

  // The longest time without progress while stopping: less than a service
  // manager waits.
  static constexpr std::chrono::milliseconds kPatience{15'000};

  // `dispatcher` outlives this. Starts its thread here, because none may be
  // available when stopping. Throws std::system_error when the thread can't be
  // made.
  explicit StopDeadline(const Dispatcher& dispatcher);
  ~StopDeadline();  // The process stopped in time.
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;

  // Begins to watch. After `grace`, the process ends at once with exit code 1,
  // and a line in the journal, if one piece of work is under way for kPatience
  // or stall_seconds, whichever is less, or if no work is under way for that
  // time. Acknowledged changes are on the disk.
  void Begin(std::chrono::milliseconds grace);

 private:
  void Run();
  // A sentence that says why the process must end now; nothing while work goes
  // on.
  [[nodiscard]] std::optional<std::string> FindHang(Clock::time_point now);

  const Dispatcher& dispatcher_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
  // The end of the grace; nothing before Begin.
  std::optional<Clock::time_point> begin_;
  Clock::time_point last_moved_;
  std::chrono::milliseconds patience_ = kPatience;
  std::thread thread_;
};

}  // namespace answerbox::daemon
