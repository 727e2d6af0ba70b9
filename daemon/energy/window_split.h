// Divides a window's energy into the energy at rest, the questions' shares, and
// the rest for other programs. The parts add up to the whole exactly, in
// microjoules.
#pragma once

#include <cstdint>
#include <vector>

#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {

// The machine's power at rest.
struct IdlePower {
  std::int64_t power_uw = 0;        // 0 or more.
  std::int64_t uncertainty_uw = 0;  // Plus or minus.
};

struct QuestionShare {
  std::int64_t energy_uj = 0;
  std::int64_t uncertainty_uj = 0;
  // Whether no other question ran in the window, and other programs took no
  // more CPU time than this question.
  bool is_alone = false;
};

// Invariant: idle_uj + attributed_uj + remainder_uj = the window's energy.
struct WindowSplit {
  std::int64_t idle_uj = 0;
  std::int64_t attributed_uj = 0;     // The sum of the shares.
  std::int64_t remainder_uj = 0;      // Other programs, and the kernel.
  std::vector<QuestionShare> shares;  // In the order of the window's uses.
};

// Whether the window's energy can be split: it is known, and so is the CPU time
// of other programs if questions ran.
[[nodiscard]] inline bool IsSplittable(const EnergyWindow& window) noexcept {
  return window.energy_uj && (window.machine_cpu_time || window.uses.empty());
}

// Splits the window. Precondition: IsSplittable. The idle part is power at rest
// x length, but at most the window's energy. The rest is divided in proportion
// to CPU time. When the kernel counted less CPU time than the questions'
// clocks, the questions get all of the rest.
[[nodiscard]] WindowSplit SplitWindow(const EnergyWindow& window,
                                      const IdlePower& idle);

}  // namespace answerbox::daemon
