// The bytes of a change: docs/mqtt-sessions-format.md, "Changes". They may come
// from a damaged file: no field is trusted unchecked.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "daemon/protocol/mqtt/broker/change.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {

// Times of the broker as the file has them: milliseconds since 1970. The clock
// of the file never goes back: where the system's clock was set back, the file
// goes on from the newest time that it has, so that nothing lasts for ever.
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

void EncodeChange(const Change& change, const StoredClock& clock, Output& out);
// After the last change of a step.
void EncodeStepEnd(Output& out);

class ChangeReader {
 public:
  struct StepEnd {};
  struct Malformed {};
  using Read = std::variant<Change, StepEnd, Malformed>;

  //   bytes  outlive what is read: text points into them
  ChangeReader(std::string_view bytes, const StoredClock& clock) noexcept
      : rest_(bytes), clock_(clock) {}

  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }
  // Precondition: !is_at_end(). What was read before is valid no longer. After
  // kMalformed nothing more can be read.
  [[nodiscard]] Read Next();

 private:
  std::string_view rest_;
  const StoredClock& clock_;
  std::vector<std::uint32_t> subscription_ids_;  // The last change's.
};

}  // namespace answerbox::daemon::mqtt
