#include "daemon/energy/calibrator.h"

#include <time.h>

#include <algorithm>
#include <vector>

#include "platform/power/instruction_counter.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;

// After a change between rest and asking, the step under way holds some of
// both, and the one after it begins with a reading of before.
constexpr std::uint64_t kSettlingSteps = 2;

Error ShuttingDown() {
  return {ErrorKind::kShuttingDown,
          "The daemon is stopping; calibrate when it is back."};
}

std::int64_t OwnCpuTimeNs() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// What was measured between two marks.
struct Stretch {
  std::int64_t energy_uj = 0;
  microseconds length{0};
  std::uint64_t questions = 0;
  std::int64_t cpu_ns = 0;
  std::optional<std::uint64_t> instructions;
};

class Calibration {
 public:
  Calibration(EnergyMonitor& monitor, const CalibrationPlan& plan,
              const AskOne& ask)
      : monitor_(monitor),
        plan_(plan),
        ask_(ask),
        counter_(platform::InstructionCounter::Open()) {}

  Result<void> Round(bool rests_first) {
    auto first = rests_first ? Rest() : Ask();
    if (!first) return first.error();
    auto second = rests_first ? Ask() : Rest();
    if (!second) return second.error();
    Note(rests_first ? *first : *second, rests_first ? *second : *first);
    return {};
  }

  Result<CalibrationResult> Conclude() const {
    CalibrationResult result;
    for (const CalibrationRound& round : energy_) {
      result.questions += round.questions;
    }
    const auto energy = EstimateCost(energy_);
    const auto cpu_time = EstimateCost(cpu_time_);
    if (!energy || !cpu_time) {
      return Error{ErrorKind::kInternal, "The calibration has no questions."};
    }
    result.energy = *energy;
    result.cpu_time = *cpu_time;
    if (instructions_.size() == energy_.size()) {
      result.instructions = EstimateCost(instructions_);
    }
    result.rest = RestPower();
    return result;
  }

 private:
  Result<Stretch> Rest() {
    const auto begin = monitor_.WaitForStep(monitor_.steps() + kSettlingSteps);
    if (!begin) return ShuttingDown();
    StepMark end = *begin;
    while (Between(*begin, end).length < plan_.stretch) {
      const auto next = monitor_.WaitForStep(end.number);
      if (!next) return ShuttingDown();
      end = *next;
    }
    return Checked(*begin, end, {});
  }

  // Steps end while questions are asked, which is never waited with.
  Result<Stretch> Ask() {
    const std::uint64_t settled = monitor_.steps() + kSettlingSteps + 1;
    if (!AskUntilStep(settled)) return GaveUp();
    const auto begin = monitor_.WaitForStep(settled - 1);
    if (!begin) return ShuttingDown();
    Stretch used;
    const std::int64_t cpu_begin_ns = OwnCpuTimeNs();
    const auto instructions_begin = Instructions();
    StepMark end = *begin;
    while (Between(*begin, end).length < plan_.stretch) {
      const auto asked = AskUntilStep(end.number + 1);
      if (!asked) return GaveUp();
      used.questions += *asked;
      const auto next = monitor_.WaitForStep(end.number);
      if (!next) return ShuttingDown();
      end = *next;
    }
    used.cpu_ns = OwnCpuTimeNs() - cpu_begin_ns;
    const auto instructions_end = Instructions();
    if (instructions_begin && instructions_end) {
      used.instructions = *instructions_end - *instructions_begin;
    }
    return Checked(*begin, end, used);
  }

  // How many questions were asked; nothing when asking failed.
  std::optional<std::uint64_t> AskUntilStep(std::uint64_t step) {
    std::uint64_t asked = 0;
    do {
      if (!ask_()) return std::nullopt;
      ++asked;
    } while (monitor_.steps() < step);
    return asked;
  }

  std::optional<std::uint64_t> Instructions() const {
    return counter_ ? counter_->Read() : std::nullopt;
  }

  static Stretch Between(const StepMark& begin, const StepMark& end) {
    Stretch stretch;
    stretch.energy_uj = end.measured_uj - begin.measured_uj;
    stretch.length = end.known + end.unknown - begin.known - begin.unknown;
    return stretch;
  }

  static Result<Stretch> Checked(const StepMark& begin, const StepMark& end,
                                 Stretch used) {
    if (end.unknown != begin.unknown) {
      return Error{ErrorKind::kBusy,
                   "The power sensor could not be read all the time: see "
                   "energy.status, and calibrate again."};
    }
    const Stretch measured = Between(begin, end);
    used.energy_uj = measured.energy_uj;
    used.length = measured.length;
    return used;
  }

  static Error GaveUp() {
    return {ErrorKind::kInternal, "A question of the calibration failed."};
  }

  // Stretches end with steps, so no two are equally long: rest is reckoned for
  // the length of the asking.
  void Note(const Stretch& rest, const Stretch& asking) {
    const double rest_uj = static_cast<double>(rest.energy_uj) *
                           static_cast<double>(asking.length.count()) /
                           static_cast<double>(rest.length.count());
    energy_.push_back({static_cast<std::int64_t>(rest_uj), asking.energy_uj,
                       asking.questions});
    cpu_time_.push_back({0, asking.cpu_ns, asking.questions});
    if (asking.instructions) {
      instructions_.push_back({0,
                               static_cast<std::int64_t>(*asking.instructions),
                               asking.questions});
    }
    rests_.push_back(rest);
  }

  // The mean of the stretches, and the mean distance from it.
  IdlePower RestPower() const {
    std::int64_t energy_uj = 0;
    microseconds length{0};
    for (const Stretch& rest : rests_) {
      energy_uj += rest.energy_uj;
      length += rest.length;
    }
    IdlePower power;
    power.power_uw = PowerOf(energy_uj, length);
    for (const Stretch& rest : rests_) {
      const std::int64_t own = PowerOf(rest.energy_uj, rest.length);
      power.uncertainty_uw +=
          std::max(own, power.power_uw) - std::min(own, power.power_uw);
    }
    power.uncertainty_uw /= static_cast<std::int64_t>(rests_.size());
    return power;
  }

  static std::int64_t PowerOf(std::int64_t energy_uj, microseconds length) {
    return static_cast<std::int64_t>(static_cast<double>(energy_uj) * 1e6 /
                                     static_cast<double>(length.count()));
  }

  EnergyMonitor& monitor_;
  CalibrationPlan plan_;
  const AskOne& ask_;
  std::optional<platform::InstructionCounter> counter_;
  std::vector<CalibrationRound> energy_;
  std::vector<CalibrationRound> cpu_time_;
  std::vector<CalibrationRound> instructions_;
  std::vector<Stretch> rests_;
};

}  // namespace

Result<CalibrationResult> Calibrate(EnergyMonitor& monitor,
                                    const CalibrationPlan& plan,
                                    const AskOne& ask) {
  if (monitor.Status().sensor.empty()) {
    return Error{ErrorKind::kNotFound,
                 "No power sensor is read: energy.sensors tells why."};
  }
  Calibration calibration(monitor, plan, ask);
  for (std::size_t i = 0; i < plan.rounds; ++i) {
    if (auto done = calibration.Round(i % 2 == 0); !done) return done.error();
  }
  return calibration.Conclude();
}

}  // namespace answerbox::daemon
