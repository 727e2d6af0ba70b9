// For how long the writing thread has been at one change: one that never comes
// back is noticed. Safe from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <optional>

namespace answerbox::daemon {

class WriteClock {
 public:
  using Clock = std::chrono::steady_clock;

  // A change begins, or the next one of those that are committed together.
  void Begin() noexcept { began_ = Clock::now().time_since_epoch().count(); }
  // The last one is done.
  void End() noexcept { began_ = kNothing; }

  // Nothing when no change is under way.
  [[nodiscard]] std::optional<Clock::time_point> BusySince() const noexcept {
    const Clock::rep began = began_;
    if (began == kNothing) return std::nullopt;
    return Clock::time_point(Clock::duration(began));
  }

 private:
  static constexpr auto kNothing = std::numeric_limits<Clock::rep>::max();
  std::atomic<Clock::rep> began_{kNothing};
};

}  // namespace answerbox::daemon
