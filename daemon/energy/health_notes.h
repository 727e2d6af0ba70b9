// Reports when a sensor appears or fails, but at most kMaxPerMinute times a
// minute.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/power/energy_meter.h"

namespace answerbox::daemon {

// Used by one thread.
class HealthNotes {
 public:
  static constexpr int kMaxPerMinute = 6;
  using Tell = std::function<void(const std::string& message)>;

  explicit HealthNotes(Tell tell) : tell_(std::move(tell)) {}

  // `now` is monotonic time.
  void Note(std::string_view sensor, const platform::SensorHealth& health,
            std::chrono::microseconds now) {
    if (health.state == told_state_) return;
    if (now - minute_began_ >= std::chrono::minutes(1)) {
      minute_began_ = now;
      told_ = 0;
    }
    if (++told_ > kMaxPerMinute) return;
    told_state_ = health.state;
    std::string message = "power sensor " + std::string(sensor) + ": " +
                          std::string(platform::ToString(health.state));
    if (!health.problem.empty()) message += ": " + health.problem;
    tell_(message);
  }

 private:
  const Tell tell_;
  platform::SensorState told_state_ = platform::SensorState::kWaiting;
  std::chrono::microseconds minute_began_{0};
  int told_ = 0;  // In that minute.
};

}  // namespace answerbox::daemon
