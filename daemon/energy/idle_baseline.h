// The power of the machine at rest. Calibration sets it. Quiet windows correct
// it as it drifts with temperature, disks and USB devices.
#pragma once

#include <cstdint>
#include <optional>

#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
