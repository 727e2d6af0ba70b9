// The time by which removed documents are erased. It is stored, so it has to be
// the wall clock's; but that may be set, and is wrong on a board without a
// battery until the network tells the time.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

namespace answerbox::daemon {

struct ClockReading {
  std::chrono::sys_time<std::chrono::milliseconds> wall{};
  // Never set back, and goes on while the machine sleeps.
  std::chrono::milliseconds steady{0};
};
using ClockReader = std::function<ClockReading()>;

[[nodiscard]] ClockReading ReadSystemClocks();

// Goes forward with the wall clock, and while that is set back with the steady
// one: whatever is due after some time is due early rather than late, or never.
// Safe to use from any thread.
class ForwardClock {
 public:
  explicit ForwardClock(ClockReader read);

  [[nodiscard]] std::chrono::sys_seconds Now() const;

  // What the wall clock will show at `time`, as it is set now.
  [[nodiscard]] std::chrono::sys_seconds OnTheWall(
      std::chrono::sys_seconds time) const;

 private:
  // Precondition: mutex_ is held.
  [[nodiscard]] ClockReading Advance() const;

  ClockReader read_;
  mutable std::mutex mutex_;
  mutable ClockReading last_;  // `wall` never goes back.
};

}  // namespace answerbox::daemon
