// Times of the broker as the file has them: milliseconds since 1970. The clock
// of the file never goes back: where the system's clock was set back, the file
// goes on from the newest time that it has, so that nothing lasts for ever.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

class StoredClock {
 public:
  //   now          of the broker's clock
  //   system_now   of the system's, at the same moment
  //   newest       of the file; 0 without one
  StoredClock(Time now, std::chrono::system_clock::time_point system_now,
              std::int64_t newest) noexcept
      : steady_(now),
        stored_(std::max<std::int64_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(
                system_now.time_since_epoch())
                .count(),
            newest)) {}

  [[nodiscard]] std::int64_t ToStored(Time time) const noexcept {
    return stored_ +
           std::chrono::floor<std::chrono::milliseconds>(time - steady_)
               .count();
  }
  // Times further away than any expiry are brought nearer.
  [[nodiscard]] Time FromStored(std::int64_t stored) const noexcept {
    constexpr std::int64_t kFurthest = std::int64_t{UINT32_MAX} * 1000;
    const std::int64_t nearest = std::max(stored_ - kFurthest, std::int64_t{0});
    return steady_ +
           std::chrono::milliseconds(
               std::clamp(stored, nearest, stored_ + kFurthest) - stored_);
  }

 private:
  Time steady_;
  std::int64_t stored_;
};

}  // namespace answerbox::daemon::mqtt
