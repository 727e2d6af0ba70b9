// Clocks that stand still until a test sets them.
#pragma once

#include <atomic>
#include <chrono>

#include "daemon/collections/files/forward_clock.h"

namespace answerbox::daemon {

class ManualClock {
 public:
  // The clock outlives it. Safe to call from any thread.
  [[nodiscard]] ClockReader reader() {
    return [this] {
      return ClockReading{std::chrono::sys_time<std::chrono::milliseconds>(
                              std::chrono::seconds(wall_.load())),
                          std::chrono::seconds(steady_.load())};
    };
  }

  void Pass(std::chrono::seconds time) {
    steady_ += time.count();
    SetWallBy(time);
  }
  void SetWallBy(std::chrono::seconds time) { wall_ += time.count(); }

  [[nodiscard]] std::chrono::sys_seconds wall() const {
    return std::chrono::sys_seconds(std::chrono::seconds(wall_.load()));
  }

 private:
  std::atomic<std::int64_t> wall_ = 1'795'219'200;
  std::atomic<std::int64_t> steady_ = 0;
};

}  // namespace answerbox::daemon
