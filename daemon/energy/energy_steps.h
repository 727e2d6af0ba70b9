// The machine's energy as a calibration sees it: a sequence of steps, with the
// sums up to the end of each.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "platform/power/energy_meter.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

// The end of a step, with the sums up to it.
struct StepMark {
  // Moves to the end of the meter's next step.
  void Add(const platform::MeterStep& step) {
    ++number;
    measured_uj += step.energy_uj.value_or(0);
    (step.energy_uj ? known : unknown) += step.duration();
  }

  std::uint64_t number = 0;  // Number of the step, from 1.
  std::int64_t measured_uj = 0;
  std::chrono::microseconds known{0};
  std::chrono::microseconds unknown{0};
};

class EnergySteps {
 public:
  virtual ~EnergySteps() = default;

  // The sensor in use; nothing while there is none. Waits until the search for
  // sensors is over.
  [[nodiscard]] virtual std::optional<platform::SourceDescription> Source() = 0;
  // The number of steps that have ended.
  [[nodiscard]] virtual std::uint64_t steps() const noexcept = 0;
  // Waits for the end of a step after number `after`. Nothing when the daemon
  // stops or the client has gone.
  [[nodiscard]] virtual std::optional<StepMark> WaitForStep(
      std::uint64_t after) = 0;
};

}  // namespace answerbox::daemon
