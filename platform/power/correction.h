// A straight line from what a sensor says to what is true: a wrong shunt, the
// losses between a regulator and the wall, the base load of a model.
#pragma once

#include <cstdint>
#include <string>

namespace answerbox::platform {

// true power = reading x gain + offset. Counters: the offset counts for every
// second that passes.
struct Correction {
  static constexpr std::int64_t kOne = 1'000'000;
  // A millionth to a thousand times: what a shunt could be off, generously.
  static constexpr std::int64_t kMinGainPpm = 1;
  static constexpr std::int64_t kMaxGainPpm = 1000 * kOne;
  static constexpr std::int64_t kMaxOffsetUw = 1'000'000'000;  // Either way.

  [[nodiscard]] bool IsInRange() const noexcept {
    return gain_ppm >= kMinGainPpm && gain_ppm <= kMaxGainPpm &&
           offset_uw >= -kMaxOffsetUw && offset_uw <= kMaxOffsetUw;
  }
  [[nodiscard]] bool ChangesNothing() const noexcept {
    return gain_ppm == kOne && offset_uw == 0;
  }

  // Scales `value`, 0 to 10^15, rounding to the nearest: at most 10^18, and no
  // intermediate is more.
  [[nodiscard]] std::int64_t Scaled(std::int64_t value) const noexcept {
    return value / kOne * gain_ppm +
           (value % kOne * gain_ppm + kOne / 2) / kOne;
  }
  [[nodiscard]] std::int64_t PowerOf(std::int64_t reading_uw) const noexcept {
    return Scaled(reading_uw) + offset_uw;
  }

  // First this one, then `next`, for both of which IsInRange holds; the result
  // may be out of range.
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
  std::string reason;            // For people; empty when nothing is corrected.
};

}  // namespace answerbox::platform
