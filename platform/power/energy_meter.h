// Turns a source's readings into energy, and tells when they can't be trusted.
//
// Invariants: steps follow each other without hole or overlap. A step has
// energy only when both its ends are good readings with nothing wrong between
// them; otherwise it is a gap, which is not the same as 0. The energy of steps
// that follow each other adds up without rounding loss: less than 1 uJ is
// carried over.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/power/correction.h"
#include "platform/power/power_source.h"

namespace answerbox::platform {

enum class SensorState {
  kWaiting,      // Not read yet.
  kGood,         // Read and believed.
  kVanished,     // The device or its file is gone.
  kUnreadable,   // It is there and can't be read.
  kSilent,       // Its driver does not answer in time.
  kMalformed,    // It said what is no reading.
  kImplausible,  // A reading that can't be true.
  kFrozen,       // It has said the same for too long.
  kBackwards,    // A counter went back.
};

// "frozen"; as logs and replies call it.
[[nodiscard]] std::string_view ToString(SensorState state);

struct SensorHealth {
  SensorState state = SensorState::kWaiting;
  // When this state began. A frozen sensor's: when it last said something new;
  // energy taken from it since then was not measured, though it was given out.
  std::chrono::microseconds since{0};
  std::string problem;  // For people; empty while good or waiting.
};

struct MeterStep {
  [[nodiscard]] std::chrono::microseconds duration() const noexcept {
    return end - begin;
  }

  std::chrono::microseconds begin{0};  // The end of the step before.
  std::chrono::microseconds end{0};
  std::optional<std::int64_t> energy_uj;  // 0 or more; nothing: a gap.
};

class EnergyMeter {
 public:
  // A power that was not looked at for longer than this is unknown in between.
  static constexpr std::chrono::microseconds kMaxPowerGap{2'000'000};
  // A counter may be left alone for so long, unless it could come full circle.
  static constexpr std::chrono::microseconds kMaxCounterGap{3'600'000'000};
  // So many equal readings at least make a frozen sensor.
  static constexpr int kMinFrozenReadings = 8;
  // What no board draws, corrected.
  static constexpr std::int64_t kMaxPowerUw = 10'000'000'000;

  // `correction` is in range and takes the place of the description's.
  EnergyMeter(std::unique_ptr<PowerSource> source, Correction correction)
      : source_(std::move(source)), correction_(std::move(correction)) {}

  // Reads the source and closes a step at `now`, monotonic time from any
  // origin, never less than the call's before. The first step has no length.
  [[nodiscard]] MeterStep Sample(std::chrono::microseconds now);

  [[nodiscard]] const SensorHealth& health() const noexcept { return health_; }
  [[nodiscard]] const SourceDescription& description() const noexcept {
    return source_->description();
  }
  [[nodiscard]] const Correction& correction() const noexcept {
    return correction_;
  }

 private:
  // What a reading is worth.
  struct Verdict {
    // Since the last good reading, if there is one.
    std::optional<std::int64_t> energy_uj;
    SensorState state = SensorState::kGood;
    std::string problem;
  };

  [[nodiscard]] Verdict Judge(const Result<Reading>& reading,
                              std::chrono::microseconds now);
  [[nodiscard]] Verdict JudgePower(const Reading& reading,
                                   std::chrono::microseconds elapsed);
  [[nodiscard]] Verdict JudgeCounters(const Reading& reading,
                                      std::chrono::microseconds elapsed);
  [[nodiscard]] static Verdict Implausible(std::string problem);
  [[nodiscard]] static Verdict Backwards(std::string problem);
  [[nodiscard]] std::int64_t PowerOf(const Reading& reading) const;
  [[nodiscard]] bool IsFrozen(const Reading& reading,
                              std::chrono::microseconds now);
  // Whole microjoules of these and of what was left over.
  [[nodiscard]] std::int64_t Carry(std::int64_t half_picojoules);
  void SetHealth(Verdict verdict, std::chrono::microseconds now);

  std::unique_ptr<PowerSource> source_;
  Correction correction_;
  SensorHealth health_;
  bool has_begun_ = false;
  std::chrono::microseconds last_end_{0};
  // The last good reading, from which the next one is counted.
  std::optional<Reading> base_;
  std::int64_t carried_ = 0;  // 0 to 2 x 10^6 half picojoules.
  // Since when the raw reading is what it is now, and in how many readings.
  std::optional<Reading> repeated_;
  std::chrono::microseconds repeated_since_{0};
  int repetitions_ = 0;
};

}  // namespace answerbox::platform
