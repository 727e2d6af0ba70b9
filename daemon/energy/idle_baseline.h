// What the machine draws when it has nothing to do. Calibration sets it; quiet
// windows show how it drifts, with temperature, disks and what hangs on USB.
#pragma once

#include <cstdint>
#include <optional>

#include "daemon/energy/energy_window.h"
#include "daemon/energy/window_split.h"

namespace answerbox::daemon {

class IdleBaseline {
 public:
  // A window is quiet when all processors together were busy for at most a
  // fiftieth of its length, and no question ran.
  static constexpr int kQuietFraction = 50;
  // Each quiet window counts for a sixteenth; so their mean follows the last
  // minute or so of quiet.
  static constexpr int kWeight = 16;

  // Without calibration the first quiet window sets the baseline.
  IdleBaseline() = default;
  explicit IdleBaseline(const IdlePower& calibrated)
      : calibrated_(calibrated), mean_(calibrated) {}

  // Learns from the window if it is quiet, is long enough for a power to be
  // taken from it, and its energy is known.
  void Observe(const EnergyWindow& window);

  // Nothing before calibration or a quiet window: what questions caused can't
  // be told from what would have been used anyway.
  [[nodiscard]] const std::optional<IdlePower>& power() const noexcept {
    return mean_;
  }
  // How far quiet windows have moved away from the calibration; 0 without one.
  [[nodiscard]] std::int64_t drift_uw() const noexcept {
    return calibrated_ ? mean_->power_uw - calibrated_->power_uw : 0;
  }

 private:
  std::optional<IdlePower> calibrated_;
  std::optional<IdlePower> mean_;  // Uncertainty: mean distance of windows.
};

}  // namespace answerbox::daemon
