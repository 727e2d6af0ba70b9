// A real batch of questions against rest: what a question costs, with an
// interval, and what the machine draws at rest.
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
  // Of each stretch of rest and of asking; a round has one of each.
  std::chrono::milliseconds stretch{5'000};
};

struct CalibrationResult {
  std::uint64_t questions = 0;
  CostEstimate energy;  // uJ a question; cpu_time: ns.
  CostEstimate cpu_time;
  std::optional<CostEstimate> instructions;  // Where the machine counts them.
  IdlePower rest;
};

// Asks one question; false ends the calibration.
using AskOne = std::function<bool()>;
// Stretches that are over, and all there will be.
using OnStretch = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Runs on the calling thread, for rounds x 2 x (stretch + 2 to 3 intervals of
// the sensor). Rest and asking change places from round to round. Whatever else
// the machine does meanwhile widens the interval; it is never narrower than
// what the sensor can't resolve. Errors: kNotFound (no sensor), kBusy (the
// sensor was in trouble meanwhile), kShuttingDown, kInternal (`ask` gave up).
[[nodiscard]] Result<CalibrationResult> Calibrate(
    EnergySteps& steps, const CalibrationPlan& plan, const AskOne& ask,
    const OnStretch& on_stretch = {});

}  // namespace answerbox::daemon
