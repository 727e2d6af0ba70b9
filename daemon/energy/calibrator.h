// Measures the cost of a question, with an interval, and the power at rest, by
// asking real questions and resting in turns. Several rounds show how certain
// the estimate is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "daemon/energy/energy_window.h"
#include "daemon/error.h"
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

// The machine's energy as a calibration sees it: a sequence of steps.
class EnergySteps {
 public:
  virtual ~EnergySteps() = default;

  // Returns the sensor in use; nothing while there is none. Waits until the
  // search for sensors is over.
  [[nodiscard]] virtual std::optional<platform::SourceDescription> Source() = 0;
  // Returns the number of steps that have ended.
  [[nodiscard]] virtual std::uint64_t steps() const noexcept = 0;
  // Waits for the end of a step after number `after`. Returns nothing when the
  // daemon stops or the client has gone.
  [[nodiscard]] virtual std::optional<StepMark> WaitForStep(
      std::uint64_t after) = 0;
};

// One stretch of rest and one of asking, of equal length. The order of the two
// should change from round to round. The drift of a machine that warms up then
// cancels out.
struct CalibrationRound {
  // In microjoules. To estimate CPU time or instructions: in nanoseconds or
  // instructions.
  std::int64_t rest = 0;
  std::int64_t asking = 0;
  std::uint64_t questions = 0;  // Asked in the stretch, 1 or more.
};

struct CostEstimate {
  // Cost of one question, in the unit of the rounds. Negative when rest took
  // more than asking.
  double mean = 0;
  // The true cost is within mean +- half_width with 95 % confidence. This
  // covers chance only, not a sensor that is wrong by a factor.
  double half_width = 0;
};

// Estimates the cost by the ratio of sums, with Student's interval. Returns
// nothing for fewer than 2 rounds, or if a round has no questions. Allocates
// nothing.
[[nodiscard]] std::optional<CostEstimate> EstimateCost(
    std::span<const CalibrationRound> rounds);

struct CalibrationPlan {
  std::size_t rounds = 10;  // 2 or more.
  // Length of each stretch. A round has one stretch of rest and one of asking.
  std::chrono::milliseconds stretch{5'000};
};

struct CalibrationResult {
  std::uint64_t questions = 0;
  CostEstimate energy;                       // uJ per question.
  CostEstimate cpu_time;                     // ns per question.
  std::optional<CostEstimate> instructions;  // If the machine counts them.
  IdlePower rest;
};

// Asks one question. Returning false ends the calibration.
using AskOne = std::function<bool()>;
// Called with the number of finished stretches and of all stretches.
using OnStretch = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Runs on the calling thread, for rounds x 2 x (stretch + 2 to 3 intervals of
// the sensor). The order of rest and asking changes from round to round. Other
// work of the machine widens the interval. The interval is never narrower than
// the sensor's resolution.
// Errors: kNotFound (no sensor), kBusy (the sensor had a fault meanwhile),
// kShuttingDown, kInternal (`ask` returned false).
[[nodiscard]] Result<CalibrationResult> Calibrate(
    EnergySteps& steps, const CalibrationPlan& plan, const AskOne& ask,
    const OnStretch& on_stretch = {});

}  // namespace answerbox::daemon
