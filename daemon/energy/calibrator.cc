#include "daemon/energy/calibrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "platform/power/program_usage.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;

// Steps that are left out after a change between rest and asking. The step
// under way contains some of both, and the next one begins with a reading from
// before the change.
constexpr std::uint64_t kSettlingSteps = 2;

Error ShuttingDown() {
  return {ErrorKind::kShuttingDown,
          "The daemon is stopping; calibrate when it is back."};
}

// The sums between two marks.
struct Stretch {
  std::int64_t energy_uj = 0;
  microseconds length{0};
  std::uint64_t questions = 0;
  std::int64_t cpu_ns = 0;
  std::optional<std::uint64_t> instructions;
};

std::int64_t PowerOf(std::int64_t energy_uj, microseconds length) {
  return static_cast<std::int64_t>(static_cast<double>(energy_uj) * 1e6 /
                                   static_cast<double>(length.count()));
}

class Calibration {
 public:
  Calibration(EnergySteps& steps, const platform::SourceDescription& source,
              const CalibrationPlan& plan, const AskOne& ask)
      : steps_(steps),
        source_(source),
        plan_(plan),
        ask_(ask),
        counter_(platform::InstructionCounter::Open()) {}

  // Measures round `number`. The order is rest and asking in even rounds,
  // asking and rest in odd ones.
  Result<void> Measure(std::size_t number) {
    // The order is rest-ask, ask-rest, rest-ask. A board that warms up steadily
    // then adds as much to rest as to asking.
    const bool is_second = number % 2 != 0;
    const bool is_rest = (number / 2 % 2 == 0) != is_second;
    auto measured = is_rest ? Rest() : Ask();
    if (!measured) return measured.error();
    (is_rest ? rests_ : askings_).push_back(*measured);
    return {};
  }

  Result<CalibrationResult> Conclude() const {
    std::vector<CalibrationRound> energy;
    std::vector<CalibrationRound> cpu_time;
    std::vector<CalibrationRound> instructions;
    CalibrationResult result;
    for (std::size_t i = 0; i < askings_.size(); ++i) {
      const Stretch& asking = askings_[i];
      energy.push_back(
          {RestFor(asking, rests_[i]), asking.energy_uj, asking.questions});
      // Rest counts 0 CPU time: the asking thread, whose clock this is, sleeps
      // meanwhile.
      cpu_time.push_back({0, asking.cpu_ns, asking.questions});
      if (asking.instructions) {
        instructions.push_back({0,
                                static_cast<std::int64_t>(*asking.instructions),
                                asking.questions});
      }
      result.questions += asking.questions;
    }
    const auto energy_cost = EstimateCost(energy);
    const auto cpu_cost = EstimateCost(cpu_time);
    if (!energy_cost || !cpu_cost) {
      return Error{ErrorKind::kInternal, "The calibration has no questions."};
    }
    result.energy = *energy_cost;
    // Equal readings in all rounds show how coarse the sensor is, not how
    // certain the cost is.
    result.energy.half_width =
        std::max(result.energy.half_width, Blur(result.questions));
    result.cpu_time = *cpu_cost;
    // An estimate over some of the rounds would not be about the same questions
    // as the energy.
    if (instructions.size() == energy.size()) {
      result.instructions = EstimateCost(instructions);
    }
    result.rest = RestPower();
    return result;
  }

 private:
  Result<Stretch> Rest() {
    // The first steps still contain some of the asking before.
    const auto begin = steps_.WaitForStep(steps_.steps() + kSettlingSteps);
    if (!begin) return ShuttingDown();
    StepMark end = *begin;
    while (Between(*begin, end).length < plan_.stretch) {
      const auto next = steps_.WaitForStep(end.number);
      if (!next) return ShuttingDown();
      end = *next;
    }
    return Checked(*begin, end, {});
  }

  // Asks questions until the stretch is over. It never pauses to wait for a
  // step.
  Result<Stretch> Ask() {
    // Asking goes on through the steps that are left out, so that the first
    // step that counts contains nothing else.
    const std::uint64_t settled = steps_.steps() + kSettlingSteps + 1;
    if (!AskUntilStep(settled)) return GaveUp();
    const auto begin = steps_.WaitForStep(settled - 1);
    if (!begin) return ShuttingDown();
    Stretch used;
    const auto cpu_begin = platform::OwnCpuTime();
    const auto instructions_begin = Instructions();
    StepMark end = *begin;
    while (Between(*begin, end).length < plan_.stretch) {
      // WaitForStep below returns at once, as the step has ended: the thread
      // does not rest within the stretch.
      const auto asked = AskUntilStep(end.number + 1);
      if (!asked) return GaveUp();
      used.questions += *asked;
      const auto next = steps_.WaitForStep(end.number);
      if (!next) return ShuttingDown();
      end = *next;
    }
    used.cpu_ns = (platform::OwnCpuTime() - cpu_begin).count();
    const auto instructions_end = Instructions();
    if (instructions_begin && instructions_end) {
      used.instructions = *instructions_end - *instructions_begin;
    }
    return Checked(*begin, end, used);
  }

  // Returns the number of questions asked; nothing when asking failed.
  std::optional<std::uint64_t> AskUntilStep(std::uint64_t step) {
    std::uint64_t asked = 0;
    do {
      if (!ask_()) return std::nullopt;
      ++asked;
    } while (steps_.steps() < step);
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
    // A gap would look like rest or asking without cost.
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

  // Scales the rest of this round to the length of the asking. Stretches end
  // with steps, so no two are equally long.
  static std::int64_t RestFor(const Stretch& asking, const Stretch& rest) {
    return static_cast<std::int64_t>(
        static_cast<double>(rest.energy_uj) *
        static_cast<double>(asking.length.count()) /
        static_cast<double>(rest.length.count()));
  }

  // The energy per question that the sensor can't resolve. It bounds the
  // interval from below: rounds with equal readings would otherwise give an
  // interval of 0.
  double Blur(std::uint64_t questions) const {
    const auto resolution = static_cast<double>(source_.correction.Scaled(
        static_cast<std::int64_t>(source_.resolution)));
    double unseen_uj = 0;
    for (const Stretch& asking : askings_) {
      unseen_uj += source_.kind == platform::ReadingKind::kPower
                       ? resolution / 2 *
                             static_cast<double>(asking.length.count()) / 1e6
                       : resolution;
    }
    return unseen_uj / static_cast<double>(questions);
  }

  // The mean power of the stretches of rest, and the mean distance from it.
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

  EnergySteps& steps_;
  const platform::SourceDescription& source_;
  CalibrationPlan plan_;
  const AskOne& ask_;
  std::optional<platform::InstructionCounter> counter_;
  std::vector<Stretch> rests_;
  std::vector<Stretch> askings_;
};

// Student's t, two-sided 95 %, for 1 to 30 degrees of freedom.
constexpr std::array<double, 30> kStudent95 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};

// Beyond the table, returns its last value, which makes the interval a little
// too wide.
double Student95(std::size_t degrees) {
  return kStudent95[std::min(degrees, kStudent95.size()) - 1];
}

double CostOf(const CalibrationRound& round) {
  return static_cast<double>(round.asking - round.rest);
}

}  // namespace

std::optional<CostEstimate> EstimateCost(
    std::span<const CalibrationRound> rounds) {
  if (rounds.size() < 2) return std::nullopt;
  double cost_uj = 0;
  double questions = 0;
  for (const CalibrationRound& round : rounds) {
    if (round.questions == 0) return std::nullopt;
    cost_uj += CostOf(round);
    questions += static_cast<double>(round.questions);
  }
  // This is a ratio of sums. A mean of ratios would give rounds with few
  // questions as much weight as those with many.
  const double ratio = cost_uj / questions;
  // The variance of a ratio, from the residual of each round: W. G. Cochran,
  // Sampling Techniques, 3rd edition, section 6.4.
  double squares = 0;
  for (const CalibrationRound& round : rounds) {
    const double residual =
        CostOf(round) - ratio * static_cast<double>(round.questions);
    squares += residual * residual;
  }
  const auto count = static_cast<double>(rounds.size());
  const double error = std::sqrt(squares * count / (count - 1)) / questions;
  return CostEstimate{ratio, Student95(rounds.size() - 1) * error};
}

Result<CalibrationResult> Calibrate(EnergySteps& steps,
                                    const CalibrationPlan& plan,
                                    const AskOne& ask,
                                    const OnStretch& on_stretch) {
  const auto source = steps.Source();
  if (!source) {
    return Error{
        ErrorKind::kNotFound,
        "No power sensor is read: `answerbox energy sensors` says why."};
  }
  Calibration calibration(steps, *source, plan, ask);
  const std::size_t stretches = 2 * plan.rounds;
  for (std::size_t i = 0; i < stretches; ++i) {
    if (auto done = calibration.Measure(i); !done) return done.error();
    if (on_stretch) on_stretch(i + 1, stretches);
  }
  return calibration.Conclude();
}

}  // namespace answerbox::daemon
