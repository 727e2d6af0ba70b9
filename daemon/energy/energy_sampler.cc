#include "daemon/energy/energy_sampler.h"

#include <algorithm>
#include <span>
#include <utility>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

}  // namespace

EnergySampler::EnergySampler(const EnergySettings& settings,
                             QuestionClock& questions)
    : settings_(settings),
      questions_(questions),
      interval_(settings.max_interval),
      builder_(platform::SourceDescription(), settings.window) {
  if (!settings_.reads_sensor) {
    problem_ = "the options say to read no power sensor";
  }
}

void EnergySampler::Search(microseconds now) {
  last_search_ = now;
  platform::Discovery found = platform::DiscoverSensors(settings_.sensors);
  findings_ = std::move(found.findings);
  problem_ = std::move(found.problem);
  if (!found.chosen) return;
  meter_ = std::make_unique<platform::EnergyMeter>(std::move(found.chosen),
                                                   std::move(found.correction));
  const platform::SourceDescription& description = meter_->description();
  interval_ =
      std::clamp<microseconds>(description.update_interval,
                               settings_.min_interval, settings_.max_interval);
  // A window has readings of one sensor only. A window begun without a sensor
  // is dropped, and its time counts in no sum.
  builder_ = WindowBuilder(description, settings_.window);
  baseline_ = IdleBaseline();
  ledger_ = EnergyLedger(description.coverage);
  // The count starts here, so that the first window knows the CPU time of other
  // programs.
  static_cast<void>(BusyTime());
}

EnergySampler::Turn EnergySampler::Sample(microseconds now) {
  Turn turn;
  turn.step = NextStep(now);
  TakeQuestions();
  if (auto window = builder_.Add(turn.step)) {
    ListRunning();
    turn.closed = Close(std::move(*window));
  }
  return turn;
}

EnergySampler::Turn EnergySampler::Finish(microseconds now) {
  Turn turn = Sample(now);
  // The step may have closed the window just now.
  if (turn.closed) return turn;
  if (auto window = builder_.Finish()) {
    ListRunning();
    turn.closed = Close(std::move(*window));
  }
  return turn;
}

platform::MeterStep EnergySampler::NextStep(microseconds now) {
  if (meter_) return meter_->Sample(now);
  const microseconds begin = std::exchange(last_step_, now).value_or(now);
  return {begin, now, std::nullopt};
}

// The clocks give a question's whole CPU time. The present window gets the part
// that earlier windows have not counted.
void EnergySampler::TakeQuestions() {
  const std::size_t taken = uses_.size();
  questions_.TakeFinished(uses_);
  for (QuestionUse& use : std::span(uses_).subspan(taken)) {
    const auto told = told_.find(use.question);
    if (told == told_.end()) continue;
    use.cpu_time = std::max(use.cpu_time - told->second, nanoseconds::zero());
    told_.erase(told);
  }
}

void EnergySampler::ListRunning() {
  const std::size_t taken = uses_.size();
  questions_.ListRunning(uses_);
  for (QuestionUse& use : std::span(uses_).subspan(taken)) {
    const nanoseconds now = use.cpu_time;
    use.cpu_time -= std::exchange(told_[use.question], now);
  }
}

ClosedWindow EnergySampler::Close(EnergyWindow window) {
  window.uses = std::exchange(uses_, {});
  window.machine_cpu_time = MachineTime(window);
  // The baseline observes the window before it is split: the first quiet window
  // then consists of rest alone.
  baseline_.Observe(window);
  return ledger_.Close(std::move(window), baseline_.power());
}

std::optional<nanoseconds> EnergySampler::MachineTime(
    const EnergyWindow& window) {
  const std::optional<nanoseconds> busy = BusyTime();
  if (!busy) return std::nullopt;
  nanoseconds questions{0};
  for (const QuestionUse& use : window.uses) questions += use.cpu_time;
  // The kernel may count time that questions used only in the next window. What
  // is missing now is subtracted then, so that other programs are not charged
  // for it.
  const nanoseconds others = *busy - questions - uncounted_;
  uncounted_ = std::clamp(-others, nanoseconds::zero(), kMaxUncounted);
  return questions + std::max(others, nanoseconds::zero());
}

std::optional<nanoseconds> EnergySampler::BusyTime() {
  const auto busy = platform::ReadBusyTime(settings_.sensors.root);
  const std::optional<platform::BusyTime> last =
      std::exchange(last_busy_, busy ? std::optional(*busy) : std::nullopt);
  // The difference of an exact time and one counted by ticks is meaningless.
  if (!busy || !last || busy->count != last->count || busy->time < last->time) {
    return std::nullopt;
  }
  return busy->time - last->time;
}

}  // namespace answerbox::daemon
