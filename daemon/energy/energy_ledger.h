// Who used how much: closes windows one after the other and completes the
// records of questions, each as soon as the window in which it ended is closed.
// Knows neither clock nor thread; a sampler feeds it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/energy/energy_window.h"
#include "daemon/energy/window_split.h"
#include "platform/power/power_source.h"

namespace answerbox::daemon {

// How a question's energy is known.
enum class EnergyState {
  kMeasured,    // Its windows held nothing else to speak of.
  kAttributed,  // Its share of what its windows used, by CPU time.
  kEstimated,   // The same, of what a model says: nothing was measured.
  kUnresolved,  // A part of it is unknown, so that there is no figure.
};

// "measured"; as records and replies call it.
[[nodiscard]] std::string_view ToString(EnergyState state);

struct EnergyRecord {
  QuestionNumber question = 0;
  EnergyState state = EnergyState::kUnresolved;
  // Above rest, 0 or more; nothing when unresolved, which is not 0.
  std::optional<std::int64_t> energy_uj;
  std::int64_t uncertainty_uj = 0;  // Either way.
  std::chrono::nanoseconds cpu_time{0};
  // From the begin of its first window to the end of its last.
  std::chrono::microseconds window_begin{0};
  std::chrono::microseconds window_end{0};
};

// Sums since the start. measured = idle + attributed + remainder + what could
// not be split for want of an idle baseline, or of the CPU time of others.
struct EnergyTotals {
  std::int64_t measured_uj = 0;
  std::int64_t idle_uj = 0;
  std::int64_t attributed_uj = 0;
  std::int64_t remainder_uj = 0;
  std::int64_t unsplit_uj = 0;
  std::chrono::microseconds known{0};
  std::chrono::microseconds unknown{0};  // Gaps.
};

class EnergyLedger {
 public:
  // `coverage`: what the windows' energy comes from, a sensor or an estimate.
  explicit EnergyLedger(platform::Coverage coverage)
      : best_state_(coverage == platform::Coverage::kEstimate
                        ? EnergyState::kEstimated
                        : EnergyState::kMeasured) {}

  // Takes the next window, and returns the records of the questions that ended
  // in it. Without `idle`, or where
  // others' CPU time is unknown, its energy can't be split. A question that
  // never ends stays open, so the caller reports each end, also of those that
  // failed.
  [[nodiscard]] std::vector<EnergyRecord> Close(
      const EnergyWindow& window, const std::optional<IdlePower>& idle);

  [[nodiscard]] const EnergyTotals& totals() const noexcept { return totals_; }
  // Questions that have begun and not ended.
  [[nodiscard]] std::size_t open_questions() const noexcept {
    return open_.size();
  }

 private:
  // The energy's split where it is known, and sums up.
  [[nodiscard]] std::optional<WindowSplit> Split(
      const EnergyWindow& window, const std::optional<IdlePower>& idle);
  EnergyRecord& Open(const QuestionUse& use, const EnergyWindow& window);

  EnergyState best_state_;
  EnergyTotals totals_;
  std::map<QuestionNumber, EnergyRecord> open_;
};

}  // namespace answerbox::daemon
