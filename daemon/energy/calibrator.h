// Measures the cost of a question, with an interval, and the power at rest: it
// asks real questions and rests in turns.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "daemon/energy/calibration.h"
#include "daemon/energy/energy_steps.h"
#include "daemon/energy/window_split.h"
#include "daemon/error.h"

namespace answerbox::daemon {

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

// Asks one question. False ends the calibration.
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
