// A source of power or energy readings: a sensor with a kernel driver, a
// counter in the processor, or a model where there is neither. A source only
// reads; EnergyMeter decides whether to trust the readings. docs/power.md
// describes each source for users.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "platform/error.h"

namespace answerbox::platform {

// A linear correction of a sensor's readings: for a wrong shunt, for losses
// between a regulator and the wall, for the base load of a model.

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

// The quantity of a reading.
enum class ReadingKind {
  kPower,    // Microwatts at the moment of reading; one channel.
  kCounter,  // Microjoules since some moment; the sum of the channels counts.
};

// Which part of the machine's power a source measures, best first.
enum class Coverage {
  kBoardInput,  // The whole board.
  kPackage,     // The processor package, without the board around it.
  kRail,        // One supply line of several.
  kEstimate,    // Not measured: a model of CPU time.
};

// The most processor packages of a machine; a source with more is not offered.
inline constexpr std::size_t kMaxChannels = 8;

// The raw values of one reading, before any correction.
struct Reading {
  [[nodiscard]] std::span<const std::uint64_t> channels() const noexcept {
    return std::span(values).first(count);
  }
  friend bool operator==(const Reading& a, const Reading& b) noexcept {
    const auto left = a.channels();
    const auto right = b.channels();
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

  std::array<std::uint64_t, kMaxChannels> values{};  // uW or uJ.
  std::size_t count = 0;                             // 1 to kMaxChannels.
};

// Reading of a single value.
[[nodiscard]] inline Reading SingleReading(std::uint64_t value) noexcept {
  Reading reading;
  reading.values[0] = value;
  reading.count = 1;
  return reading;
}

struct SourceDescription {
  // Its name in options: chip and address, "ina226@1-0040". Stays the same
  // after a restart, even if the kernel gives the device another number.
  std::string name;
  std::string driver;    // "ina2xx", "powercap", ...
  std::string measures;  // In words, for people.
  ReadingKind kind = ReadingKind::kPower;
  Coverage coverage = Coverage::kBoardInput;
  // Reading more often repeats the last value.
  std::chrono::microseconds update_interval{0};
  // The smallest step of a reading before any correction, in uW or uJ.
  std::uint64_t resolution = 0;
  // Uncertainty of the corrected value, in parts per million of it: from data
  // sheets where they state it, else assumed. docs/power.md names the sources.
  std::uint32_t uncertainty_ppm = 0;
  // Greater readings are wrong, in uW. For a counter: the greatest power at
  // which it can count.
  std::uint64_t max_power_uw = 0;
  // A source whose readings do not change for so long is frozen; 0: unknown.
  std::chrono::microseconds frozen_after{0};
  // For each channel of a counter: the value in uJ at which it starts again
  // from 0; 0 if it never does in practice.
  std::vector<std::uint64_t> counter_ranges_uj;
  // Applied to the readings; holds its reason.
  Correction correction;
};

class PowerSource {
 public:
  virtual ~PowerSource() = default;

  [[nodiscard]] const SourceDescription& description() const noexcept {
    return description_;
  }

  // Reads once. Takes as long as a bus transfer, some milliseconds, and for
  // each file at most as long as DeviceCalls waits. Errors: the system's, if
  // the device is gone or not permitted; MalformedReading; IsNoAnswer. After an
  // error the next call tries again, and finds a device that has returned under
  // another number.
  [[nodiscard]] virtual Result<Reading> Read() = 0;

 protected:
  explicit PowerSource(SourceDescription description)
      : description_(std::move(description)) {}
  PowerSource(const PowerSource&) = delete;
  PowerSource& operator=(const PowerSource&) = delete;

 private:
  SourceDescription description_;
};

}  // namespace answerbox::platform
