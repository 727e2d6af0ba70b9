// What CPU time costs above rest, as closed windows tell it. A reply estimates
// by it what its question cost, whose own window is still open then.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

// Power above rest for each busy processor: joules per CPU second. Small enough
// that an atomic of it needs no lock; aligned, as clang 14 calls libatomic for
// it otherwise.
struct alignas(2 * sizeof(float)) EnergyRate {
  [[nodiscard]] bool is_known() const noexcept {
    return std::isfinite(uncertainty_w);
  }

  float power_w = 0;  // 0 or more.
  // Plus or minus. Infinite until a window has told a rate.
  float uncertainty_w = std::numeric_limits<float>::infinity();
};

// Follows the windows, in their order. The rate is that of the last window in
// which the processors were busy for more than 1/IdleBaseline::kQuietFraction
// of its length: a quieter one measures rest, and little else. Until there is
// one, quiet windows serve; their uncertainty is large, as it should be.
class EnergyRateOfWindows {
 public:
  // The spread is the mean distance between the rates of about this many
  // windows and those before them.
  static constexpr int kWeight = 16;

  //   idle  the power at rest with which the window was split. Without it, as
  //         after a gap, the rate stays as it was
  void Observe(const ClosedWindow& closed,
               const std::optional<IdlePower>& idle);

  [[nodiscard]] EnergyRate rate() const noexcept { return rate_; }

 private:
  EnergyRate rate_;
  double spread_w_ = 0;
  int windows_ = 0;  // Those that the spread is a mean of, up to kWeight.
  bool is_of_rest_ = true;
};

}  // namespace answerbox::daemon
