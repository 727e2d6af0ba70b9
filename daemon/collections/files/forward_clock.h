// The clock that decides when removed documents are erased. Its times are
// stored, so they have to be wall-clock times. But the wall clock may be set,
// and is wrong on a board without a battery until the network gives the time.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

namespace answerbox::daemon {

struct ClockReading {
  std::chrono::sys_time<std::chrono::milliseconds> wall{};
  // A clock that is never set back and that goes on while the machine sleeps.
  std::chrono::milliseconds steady{0};
};
using ClockReader = std::function<ClockReading()>;

[[nodiscard]] ClockReading ReadSystemClocks();

// Follows the wall clock forward. While the wall clock is behind, it follows
// the steady clock instead. So work that is due is done early rather than late
// or never. Safe to use from any thread.
class ForwardClock {
 public:
  explicit ForwardClock(ClockReader read);

  [[nodiscard]] std::chrono::sys_seconds Now() const;

  // Converts `time` of this clock to a time of the wall clock as it is set now.
  [[nodiscard]] std::chrono::sys_seconds OnTheWall(
      std::chrono::sys_seconds time) const;

 private:
  // Precondition: mutex_ is held.
  [[nodiscard]] ClockReading Advance() const;

  ClockReader read_;
  mutable std::mutex mutex_;
  mutable ClockReading last_;  // `wall` never decreases.
};

}  // namespace answerbox::daemon
