// Reads the sensor, and makes of its readings and the questions' CPU time what
// each question cost. Knows neither clock nor thread: it is called from one,
// with the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/energy/idle_baseline.h"
#include "daemon/energy/question_clock.h"
#include "daemon/energy/window_builder.h"
#include "platform/power/discovery.h"
#include "platform/power/energy_meter.h"
#include "platform/power/processor_time.h"

namespace answerbox::daemon {

struct CompletedQuestion {
  AccountNumber account = AccountBook::kOthers;
  EnergyRecord record;
};

// A window that has closed, and what was made of it.
struct ClosedWindow {
  EnergyWindow window;
  EnergyTotals sums;  // Of this window.
  std::vector<CompletedQuestion> completed;
};

class EnergySampler {
 public:
  // The kernel may count by ticks, which come late and in lumps. Questions that
  // it has not counted yet explain so much of what it counts later; more would
  // hide other programs.
  static constexpr std::chrono::nanoseconds kMaxUncounted{100'000'000};
  // How often a sensor is looked for while there is none.
  static constexpr std::chrono::microseconds kSearchInterval{60'000'000};

  // `questions` outlives the sampler.
  EnergySampler(const EnergySettings& settings, QuestionClock& questions);

  // Looks for sensors and reads each of them once; begins anew with the one
  // that is chosen. A baseline that was set before is forgotten.
  void Search(std::chrono::microseconds now);
  [[nodiscard]] bool IsSearchDue(std::chrono::microseconds now) const noexcept {
    return settings_.reads_sensor && !meter_ &&
           now - last_search_ >= kSearchInterval;
  }

  // Takes the questions that have ended since the last call of any of these: to
  // be called often enough that none is lost, however slow the sensor is.
  void TakeQuestions();
  // Reads the sensor and closes a step at `now`, monotonic time. Takes the
  // length of a bus transfer, or once in a while as long as DeviceCalls waits.
  // Without a sensor steps are gaps.
  struct Turn {
    platform::MeterStep step;
    std::optional<ClosedWindow> closed;
  };
  [[nodiscard]] Turn Sample(std::chrono::microseconds now);
  // The same, and closes the window under way.
  [[nodiscard]] Turn Finish(std::chrono::microseconds now);

  // From one call of Sample to the next.
  [[nodiscard]] std::chrono::microseconds interval() const noexcept {
    return interval_;
  }
  // Null while there is no sensor.
  [[nodiscard]] const platform::EnergyMeter* meter() const noexcept {
    return meter_.get();
  }
  [[nodiscard]] const std::vector<platform::SensorFinding>& findings()
      const noexcept {
    return findings_;
  }
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] const IdleBaseline& baseline() const noexcept {
    return baseline_;
  }
  // After a calibration.
  void SetBaseline(const IdlePower& calibrated) {
    baseline_ = IdleBaseline(calibrated);
  }
  [[nodiscard]] const EnergyTotals& totals() const noexcept {
    return ledger_.totals();
  }

 private:
  [[nodiscard]] platform::MeterStep NextStep(std::chrono::microseconds now);
  void ListRunning();
  [[nodiscard]] ClosedWindow Close(EnergyWindow window);
  // What all programs used in the window; nothing when the kernel does not say.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> MachineTime(
      const EnergyWindow& window);
  // All processors' busy time since the window before; nothing when the kernel
  // does not say, or did not then, or not by the same count.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> BusyTime();

  EnergySettings settings_;
  QuestionClock& questions_;
  std::vector<platform::SensorFinding> findings_;
  std::string problem_;
  std::chrono::microseconds last_search_{0};
  std::unique_ptr<platform::EnergyMeter> meter_;
  std::chrono::microseconds interval_;
  std::optional<std::chrono::microseconds> last_step_;  // Without a sensor.
  std::optional<platform::BusyTime> last_busy_;
  // By how much the kernel's count is behind the questions' own clocks.
  std::chrono::nanoseconds uncounted_{0};
  WindowBuilder builder_;
  IdleBaseline baseline_;
  EnergyLedger ledger_{platform::Coverage::kBoardInput};
  // What ran in the window under way.
  std::vector<FinishedQuestion> finished_;
  std::vector<RunningQuestion> running_;
  std::vector<QuestionUse> uses_;
  std::vector<AccountNumber> accounts_;  // Of the finished ones among them.
  // What windows before have been told of questions that still run.
  std::map<QuestionNumber, std::chrono::nanoseconds> told_;
};

}  // namespace answerbox::daemon
