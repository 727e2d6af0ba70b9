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

// Converts times of the broker to those of the file, in milliseconds since
// 1970. The file's clock never goes back: if the system's clock was set back,
// the file continues from its newest time, so that nothing lasts for ever.
class StoredClock {
 public:
  // Relates the clocks.
  //   now         of the broker's clock
  //   system_now  of the system's clock at the same moment
  //   newest      time in the file; 0 without one
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
// Call it after the last change of a step.
void EncodeStepEnd(Output& out);

class ChangeReader {
 public:
  struct StepEnd {};
  struct Malformed {};
  using Read = std::variant<Change, StepEnd, Malformed>;

  // Reads changes.
  //   bytes       outlive what is read: text points into them
  //   has_quotes  FileReader::has_quotes
  ChangeReader(std::string_view bytes, const StoredClock& clock,
               bool has_quotes = true) noexcept
      : rest_(bytes), clock_(clock), has_quotes_(has_quotes) {}

  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }
  // Reads the next change; what was read before becomes invalid. After
  // kMalformed nothing more can be read. Precondition: !is_at_end().
  [[nodiscard]] Read Next();

 private:
  std::string_view rest_;
  const StoredClock& clock_;
  const bool has_quotes_;
  std::vector<std::uint32_t> subscription_ids_;  // Of the last change.
};

}  // namespace answerbox::daemon::mqtt
