#include "daemon/energy/energy_rate.h"

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

namespace {

using std::chrono::nanoseconds;

// The energy of less CPU time is mostly rounding.
constexpr nanoseconds kMinBusy{100'000};

// Returns the CPU time of all programs, as SplitWindow counts it. Where the
// kernel counted less than the questions' own clocks, those count.
nanoseconds BusyTimeOf(const EnergyWindow& window) {
  nanoseconds questions{0};
  for (const QuestionUse& use : window.uses) questions += use.cpu_time;
  return std::max(window.machine_cpu_time.value_or(nanoseconds::zero()),
                  questions);
}

}  // namespace

void EnergyRateOfWindows::Observe(const ClosedWindow& closed,
                                  const std::optional<IdlePower>& idle) {
  const EnergyWindow& window = closed.window;
  const nanoseconds busy = BusyTimeOf(window);
  if (!idle || !window.is_splittable() || busy < kMinBusy) return;
  const bool is_quiet = busy * IdleBaseline::kQuietFraction <= window.length();
  if (is_quiet && !is_of_rest_) return;
  // The spread of windows at rest says nothing about that of windows at work,
  // so it begins anew.
  if (is_of_rest_ && !is_quiet) windows_ = 0;
  is_of_rest_ = is_quiet;

  using Microseconds = std::chrono::duration<double, std::micro>;
  const double busy_us = Microseconds(busy).count();
  const double length_s =
      std::chrono::duration<double>(window.length()).count();
  const double power_w = static_cast<double>(closed.sums.attributed_uj +
                                             closed.sums.remainder_uj) /
                         busy_us;
  // The errors are added, as in SplitWindow, because both come from the same
  // sensor.
  const double sensor_w =
      (static_cast<double>(window.uncertainty_uj) +
       static_cast<double>(idle->uncertainty_uw) * length_s) /
      busy_us;
  if (windows_ == 0) {
    spread_w_ = 0;
  } else {
    const double distance_w = std::abs(power_w - double{rate_.power_w});
    spread_w_ += (distance_w - spread_w_) / windows_;
  }
  windows_ = std::min(windows_ + 1, kWeight);
  rate_ = {static_cast<float>(power_w),
           static_cast<float>(sensor_w + spread_w_)};
}

}  // namespace answerbox::daemon
