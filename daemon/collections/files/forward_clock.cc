#include "daemon/collections/files/forward_clock.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;

milliseconds Read(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::duration_cast<milliseconds>(
      std::chrono::seconds(time.tv_sec) +
      std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

ClockReading ReadSystemClocks() {
  // CLOCK_MONOTONIC would not do: it stops while the machine sleeps, and
  // documents must be erased in that time too.
  return {std::chrono::sys_time<milliseconds>(Read(CLOCK_REALTIME)),
          Read(CLOCK_BOOTTIME)};
}

ForwardClock::ForwardClock(ClockReader read)
    : read_(std::move(read)), last_(read_()) {}

ClockReading ForwardClock::Advance() const {
  const ClockReading reading = read_();
  // If the wall clock was set back, time continues from where it was, at the
  // pace of the steady clock.
  last_.wall =
      std::max(reading.wall, last_.wall + (reading.steady - last_.steady));
  last_.steady = reading.steady;
  return reading;
}

std::chrono::sys_seconds ForwardClock::Now() const {
  const std::lock_guard lock(mutex_);
  static_cast<void>(Advance());
  // Manifests can't store times before 1970.
  return std::max(std::chrono::sys_seconds(),
                  std::chrono::floor<std::chrono::seconds>(last_.wall));
}

std::chrono::sys_seconds ForwardClock::OnTheWall(
    std::chrono::sys_seconds time) const {
  const std::lock_guard lock(mutex_);
  const ClockReading reading = Advance();
  // The two clocks differ while the wall clock is behind.
  return time -
         std::chrono::round<std::chrono::seconds>(last_.wall - reading.wall);
}

}  // namespace answerbox::daemon
