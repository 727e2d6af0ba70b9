// A linear correction of a sensor's readings: for a wrong shunt, for losses
// between a regulator and the wall, for the base load of a model.
#pragma once

#include <cstdint>
#include <string>

namespace answerbox::platform {

// true power = reading x gain + offset. For counters, which count energy, the
// offset is added for every second that passes.
struct Correction {
  static constexpr std::int64_t kOne = 1'000'000;
  // From a millionth to a thousand times: more than any shunt can be wrong.
  static constexpr std::int64_t kMinGainPpm = 1;
  static constexpr std::int64_t kMaxGainPpm = 1000 * kOne;
  static constexpr std::int64_t kMaxOffsetUw =
      1'000'000'000;  // Positive or negative.

  [[nodiscard]] bool IsInRange() const noexcept {
    return gain_ppm >= kMinGainPpm && gain_ppm <= kMaxGainPpm &&
           offset_uw >= -kMaxOffsetUw && offset_uw <= kMaxOffsetUw;
  }
  [[nodiscard]] bool ChangesNothing() const noexcept {
    return gain_ppm == kOne && offset_uw == 0;
  }

  // Returns `value` x gain, rounded to nearest. `value` is 0 to 10^15. The
  // result and all intermediate values are at most 10^18.
  [[nodiscard]] std::int64_t Scaled(std::int64_t value) const noexcept {
    return value / kOne * gain_ppm +
           (value % kOne * gain_ppm + kOne / 2) / kOne;
  }
  [[nodiscard]] std::int64_t PowerOf(std::int64_t reading_uw) const noexcept {
    return Scaled(reading_uw) + offset_uw;
  }

  // Returns the correction that applies this one, then `next`. Precondition:
  // both are in range. The result may be out of range.
  [[nodiscard]] Correction Then(const Correction& next) const {
    Correction both;
    both.gain_ppm = next.Scaled(gain_ppm);
    both.offset_uw =
        offset_uw < 0 ? -next.Scaled(-offset_uw) : next.Scaled(offset_uw);
    both.offset_uw += next.offset_uw;
    both.reason = reason;
    if (!reason.empty() && !next.reason.empty()) both.reason += "; ";
    both.reason += next.reason;
    return both;
  }

  std::int64_t gain_ppm = kOne;  // kMinGainPpm to kMaxGainPpm.
  std::int64_t offset_uw = 0;    // Within +-kMaxOffsetUw.
  std::string reason;            // For people; empty if nothing is corrected.
};

}  // namespace answerbox::platform
