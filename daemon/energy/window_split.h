// Divides a window's energy: what the machine draws at rest, what the questions
// caused, and what everything else on the machine did. The parts always add up
// to the whole, to the microjoule.
#pragma once

#include <cstdint>
#include <vector>

#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

// What the machine draws at rest.
struct IdlePower {
  std::int64_t power_uw = 0;        // 0 or more.
  std::int64_t uncertainty_uw = 0;  // Either way.
};

struct QuestionShare {
  std::int64_t energy_uj = 0;
  std::int64_t uncertainty_uj = 0;
  // Nothing else to speak of ran in the window: no other question, and no more
  // CPU time of other programs than its own.
  bool is_alone = false;
};

// idle_uj + remainder_uj + the shares' energy = the window's.
struct WindowSplit {
  std::int64_t idle_uj = 0;
  std::int64_t attributed_uj = 0;     // The sum of the shares.
  std::int64_t remainder_uj = 0;      // Other programs, and the kernel.
  std::vector<QuestionShare> shares;  // In the order of the window's uses.
};

// Whether the window's energy can be split: it is known, and so is what other
// programs used wherever questions have to be told from them.
[[nodiscard]] inline bool IsSplittable(const EnergyWindow& window) noexcept {
  return window.energy_uj && (window.machine_cpu_time || window.uses.empty());
}

// Splits `window`, which is splittable. The idle part is power at rest x
// length but at most all there is; the rest is divided in proportion to CPU
// time. Where the kernel counted less CPU time than the questions had, theirs
// is the whole.
[[nodiscard]] WindowSplit SplitWindow(const EnergyWindow& window,
                                      const IdlePower& idle);

}  // namespace answerbox::daemon
