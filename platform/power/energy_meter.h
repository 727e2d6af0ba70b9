// Turns a source's readings into energy, and detects readings that cannot be
// trusted.
//
// Invariants: consecutive steps neither overlap nor leave a hole. A step has
// energy only if both its ends are good readings and nothing went wrong between
// them; otherwise it is a gap, which is not the same as 0. Adding the energy of
// consecutive steps loses nothing by rounding: a rest below 1 uJ is carried
// over.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/power/power_source.h"

namespace answerbox::platform {

enum class SensorState {
  kWaiting,      // Not read yet.
  kGood,         // Read and believed.
  kVanished,     // The device or its file is gone.
  kUnreadable,   // It exists but cannot be read.
  kSilent,       // Its driver does not answer in time.
  kMalformed,    // Its text is not a reading.
  kImplausible,  // The reading cannot be true.
  kFrozen,       // The reading has not changed for too long.
  kBackwards,    // A counter went back.
};

// Returns the state's name in logs and replies, such as "frozen".
[[nodiscard]] std::string_view ToString(SensorState state);

struct SensorHealth {
  SensorState state = SensorState::kWaiting;
  // When this state began. For a frozen sensor: when its reading last changed;
  // energy reported since then was not really measured.
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
  // If two readings of power are further apart, the energy between them is
  // unknown.
  static constexpr std::chrono::microseconds kMaxPowerGap{2'000'000};
  // The same for readings of a counter. The limit is shorter if the counter
  // could overflow in less time.
  static constexpr std::chrono::microseconds kMaxCounterGap{3'600'000'000};
  // The least number of equal readings of a frozen sensor.
  static constexpr int kMinFrozenReadings = 8;
  // No board draws more, after correction.
  static constexpr std::int64_t kMaxPowerUw = 10'000'000'000;

  // `correction` is in range and replaces that of the description.
  EnergyMeter(std::unique_ptr<PowerSource> source, Correction correction)
      : source_(std::move(source)), correction_(std::move(correction)) {}

  // Reads the source and ends a step at `now`: monotonic time from any origin,
  // not less than in the call before. The first step has no length.
  [[nodiscard]] MeterStep Sample(std::chrono::microseconds now);

  [[nodiscard]] const SensorHealth& health() const noexcept { return health_; }
  [[nodiscard]] const SourceDescription& description() const noexcept {
    return source_->description();
  }
  [[nodiscard]] const Correction& correction() const noexcept {
    return correction_;
  }

 private:
  // The judgement of a reading.
  struct Verdict {
    // Energy since the last good reading, if there is one.
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
  // Returns the whole microjoules of these and the carried rest; carries the
  // new rest.
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
  // The current raw reading, since when it is unchanged, and for how many
  // readings.
  std::optional<Reading> repeated_;
  std::chrono::microseconds repeated_since_{0};
  int repetitions_ = 0;
};

}  // namespace answerbox::platform
