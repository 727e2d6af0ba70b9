// What a calibration sees of the machine's energy: steps that end one after the
// other, and the sums up to each.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "platform/power/energy_meter.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

// The end of a step, and what has been measured up to it.
struct StepMark {
  // Goes on to the end of the meter's next step.
  void Add(const platform::MeterStep& step) {
    ++number;
    measured_uj += step.energy_uj.value_or(0);
    (step.energy_uj ? known : unknown) += step.duration();
  }

  std::uint64_t number = 0;  // Of the step, from 1.
  std::int64_t measured_uj = 0;
  std::chrono::microseconds known{0};
  std::chrono::microseconds unknown{0};
};

class EnergySteps {
 public:
  virtual ~EnergySteps() = default;

  // Of the sensor that is read; nothing while there is none. Waits until
  // sensors have been looked for.
  [[nodiscard]] virtual std::optional<platform::SourceDescription> Source() = 0;
  // Steps that have ended.
  [[nodiscard]] virtual std::uint64_t steps() const noexcept = 0;
  // Waits for the end of a step after number `after`; nothing when there will
  // be none, or nobody who wants it: the daemon stops, the client has gone.
  [[nodiscard]] virtual std::optional<StepMark> WaitForStep(
      std::uint64_t after) = 0;
};

}  // namespace answerbox::daemon
