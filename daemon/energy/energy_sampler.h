// Reads the sensor, and computes the energy of each question from its readings
// and the questions' CPU time. Has no clock and no thread: one thread calls it
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
#include "daemon/energy/energy_rate.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/energy/energy_window.h"
#include "daemon/energy/question_clock.h"
#include "platform/power/discovery.h"
#include "platform/power/energy_meter.h"
#include "platform/power/processor_time.h"

namespace answerbox::daemon {

class EnergySampler {
 public:
  // The kernel may count CPU time by ticks, late and in lumps. At most this
  // much of the time that it counts later is explained by questions it had not
  // counted yet. More would hide other programs.
  static constexpr std::chrono::nanoseconds kMaxUncounted{100'000'000};
  // Time between searches for a sensor while there is none.
  static constexpr std::chrono::microseconds kSearchInterval{60'000'000};

  // `questions` outlives the sampler.
  EnergySampler(const EnergySettings& settings, QuestionClock& questions);

  // Searches for sensors, reads each once, and begins anew with the best one.
  // Forgets the baseline.
  void Search(std::chrono::microseconds now);
  [[nodiscard]] bool IsSearchDue(std::chrono::microseconds now) const noexcept {
    return settings_.reads_sensor && !meter_ &&
           now - last_search_ >= kSearchInterval;
  }

  // Takes the questions that have ended since they were last taken; Sample and
  // Finish take them too. Call it often enough that none is lost, however slow
  // the sensor is.
  void TakeQuestions();
  // Reads the sensor and closes a step at `now`, in monotonic time. Takes as
  // long as a bus transfer, at times as long as DeviceCalls waits. Without a
  // sensor, steps have no energy.
  struct Turn {
    platform::MeterStep step;
    std::optional<ClosedWindow> closed;
  };
  [[nodiscard]] Turn Sample(std::chrono::microseconds now);
  // The same, and closes the present window.
  [[nodiscard]] Turn Finish(std::chrono::microseconds now);

  // The time from one call of Sample to the next.
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
  // Sets the baseline to the result of a calibration.
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
  // Returns the CPU time of all programs in the window; nothing when the kernel
  // does not provide it.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> MachineTime(
      const EnergyWindow& window);
  // Returns the busy time of all processors since the last call. Returns
  // nothing when the kernel does not provide it, did not provide it then, or
  // counts differently now.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> BusyTime();

  EnergySettings settings_;
  QuestionClock& questions_;
  std::vector<platform::SensorFinding> findings_;
  std::string problem_;
  std::chrono::microseconds last_search_{0};
  std::unique_ptr<platform::EnergyMeter> meter_;
  std::chrono::microseconds interval_;
  // End of the last step without a sensor.
  std::optional<std::chrono::microseconds> last_step_;
  std::optional<platform::BusyTime> last_busy_;
  // CPU time of questions that the kernel has not counted yet.
  std::chrono::nanoseconds uncounted_{0};
  WindowBuilder builder_;
  IdleBaseline baseline_;
  EnergyLedger ledger_{platform::Coverage::kBoardInput};
  // Questions in the present window.
  std::vector<QuestionUse> uses_;
  // CPU time of running questions that earlier windows have counted.
  std::map<QuestionNumber, std::chrono::nanoseconds> told_;
};

}  // namespace answerbox::daemon
