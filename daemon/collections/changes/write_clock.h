// Tells how long the writing thread has been at its present change, so that a
// thread that hangs is noticed. Safe to use from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <optional>

namespace answerbox::daemon {

class WriteClock {
 public:
  using Clock = std::chrono::steady_clock;

  // A change begins. Also called for each further change of a batch.
  void Begin() noexcept { began_ = Clock::now().time_since_epoch().count(); }
  // The last change of a batch is done.
  void End() noexcept { began_ = kNothing; }

  // When the present change began; nothing when there is none.
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
