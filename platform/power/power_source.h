// One place where the machine tells what power it draws or what energy it has
// used: a sensor behind a kernel driver, a counter in the processor, or a model
// where there is neither. A source only reads; EnergyMeter decides what its
// readings are worth. docs/power.md tells users of each.
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
#include "platform/power/correction.h"

namespace answerbox::platform {

// What a reading is.
enum class ReadingKind {
  kPower,    // Microwatts at the moment of reading; one channel.
  kCounter,  // Microjoules since some moment; channels add up.
};

// Which part of the machine's use a source sees, best first.
enum class Coverage {
  kBoardInput,  // All that the board draws.
  kPackage,     // The processor package, without the board around it.
  kRail,        // One supply line of several.
  kEstimate,    // Nothing is measured: a model of CPU time.
};

// Packages of one machine at most; a source with more is not offered.
inline constexpr std::size_t kMaxChannels = 8;

// One look at a source, raw: what it said, before any correction.
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
  // What options call it: chip and address, "ina226@1-0040". The same after a
  // restart, whatever number the kernel gives the device.
  std::string name;
  std::string driver;    // "ina2xx", "powercap", ...
  std::string measures;  // In words, for people.
  ReadingKind kind = ReadingKind::kPower;
  Coverage coverage = Coverage::kBoardInput;
  // Reading more often repeats the last value.
  std::chrono::microseconds update_interval{0};
  // The smallest step of a reading before any correction, in uW or uJ.
  std::uint64_t resolution = 0;
  // How far off the corrected value may be, in parts per million of it: from
  // data sheets where they say, else assumed. docs/power.md has the sources.
  std::uint32_t uncertainty_ppm = 0;
  // Readings beyond are wrong, in uW. For a counter: what it could gain.
  std::uint64_t max_power_uw = 0;
  // A source that says the same for so long is stuck; 0 when that can't be
  // told.
  std::chrono::microseconds frozen_after{0};
  // What a counter's channel adds up to before it starts again from 0, for each
  // channel, in uJ; 0 when it does not in our lifetime.
  std::vector<std::uint64_t> counter_ranges_uj;
  // Applied to what was read; says of itself why.
  Correction correction;
};

class PowerSource {
 public:
  virtual ~PowerSource() = default;

  [[nodiscard]] const SourceDescription& description() const noexcept {
    return description_;
  }

  // Reads once; takes the length of a bus transfer, some milliseconds, and no
  // longer than DeviceCalls waits for each file. Errors: the system's, where
  // the device is gone or closed to us; MalformedReading for what can't be one;
  // IsNoAnswer. After an error the next call tries afresh, and looks for a
  // device that has come back under another number.
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
