// The power of the machine at rest, and what CPU time costs above it, by the
// last closed windows. A reply uses it to estimate the cost of its question,
// whose own window is still open.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

// The power of the machine at rest. Calibration sets it. Quiet windows correct
// it as it drifts with temperature, disks and USB devices.
class IdleBaseline {
 public:
  // A window is quiet when all processors together were busy for at most a
  // fiftieth of its length, and no question ran.
  static constexpr int kQuietFraction = 50;
  // Each quiet window has a weight of 1/kWeight, so the mean follows roughly
  // the last minute of quiet windows.
  static constexpr int kWeight = 16;

  // Without calibration: the first quiet window sets the baseline.
  IdleBaseline() = default;
  explicit IdleBaseline(const IdlePower& calibrated)
      : calibrated_(calibrated), mean_(calibrated) {}

  // Learns from the window if it is quiet, long enough, and its energy is
  // known.
  void Observe(const EnergyWindow& window);

  // Returns nothing before a calibration or a quiet window. The energy of
  // questions then can't be separated from the energy at rest.
  [[nodiscard]] const std::optional<IdlePower>& power() const noexcept {
    return mean_;
  }
  // The distance of the mean from the calibration; 0 without a calibration.
  [[nodiscard]] std::int64_t drift_uw() const noexcept {
    return calibrated_ ? mean_->power_uw - calibrated_->power_uw : 0;
  }

 private:
  std::optional<IdlePower> calibrated_;
  // Its uncertainty is the mean distance of windows.
  std::optional<IdlePower> mean_;
};

// Power above rest for each busy processor, in joules per CPU second. Small
// enough for a lock-free atomic; aligned, as clang 14 otherwise calls libatomic
// for it.
struct alignas(2 * sizeof(float)) EnergyRate {
  [[nodiscard]] bool is_known() const noexcept {
    return std::isfinite(uncertainty_w);
  }

  float power_w = 0;  // 0 or more.
  // Plus or minus. Infinite until a window has given a rate.
  float uncertainty_w = std::numeric_limits<float>::infinity();
};

// Follows the windows, in their order. The rate is that of the last window in
// which the processors were busy for more than 1/IdleBaseline::kQuietFraction
// of its length: a quieter window measures little but rest. Until there is one,
// quiet windows are used; their uncertainty is large, as it should be.
class EnergyRateOfWindows {
 public:
  // The spread is the mean distance of a window's rate from the one before,
  // over about this many windows.
  static constexpr int kWeight = 16;

  // Observes the next window.
  //   idle  the power at rest with which the window was split. Without it, as
  //         after a gap, the rate stays as it was
  void Observe(const ClosedWindow& closed,
               const std::optional<IdlePower>& idle);

  [[nodiscard]] EnergyRate rate() const noexcept { return rate_; }

 private:
  EnergyRate rate_;
  double spread_w_ = 0;
  int windows_ = 0;  // Windows that the spread is a mean of, up to kWeight.
  bool is_of_rest_ = true;
};

}  // namespace answerbox::daemon
