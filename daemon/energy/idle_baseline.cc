#include "daemon/energy/idle_baseline.h"

#include <algorithm>
#include <chrono>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;

// In shorter windows, rounding would decide about the power.
constexpr microseconds kMinLength{10'000};

bool IsQuiet(const EnergyWindow& window) {
  return window.uses.empty() && window.machine_cpu_time &&
         *window.machine_cpu_time * IdleBaseline::kQuietFraction <=
             window.length();
}

std::int64_t Follow(std::int64_t mean, std::int64_t value) {
  const std::int64_t distance = value - mean;
  // Rounded away from 0: otherwise small distances would never be corrected.
  const std::int64_t step =
      (distance +
       (distance < 0 ? 1 - IdleBaseline::kWeight : IdleBaseline::kWeight - 1)) /
      IdleBaseline::kWeight;
  return mean + step;
}

}  // namespace

void IdleBaseline::Observe(const EnergyWindow& window) {
  // A window with a question is never quiet, however short the question was:
  // its energy would count as rest.
  if (!window.energy_uj || window.length() < kMinLength || !IsQuiet(window)) {
    return;
  }
  const std::int64_t length_us = window.length().count();
  const IdlePower seen{*window.energy_uj * 1'000'000 / length_us,
                       window.uncertainty_uj * 1'000'000 / length_us};
  if (!mean_) {
    // Without a calibration the first quiet window sets the baseline, and later
    // ones correct it.
    mean_ = seen;
    return;
  }
  const std::int64_t distance_uw = std::max(seen.power_uw, mean_->power_uw) -
                                   std::min(seen.power_uw, mean_->power_uw);
  mean_->power_uw = Follow(mean_->power_uw, seen.power_uw);
  mean_->uncertainty_uw = Follow(mean_->uncertainty_uw, distance_uw);
}

}  // namespace answerbox::daemon
