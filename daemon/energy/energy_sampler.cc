#include "daemon/energy/energy_sampler.h"

#include <algorithm>
#include <utility>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// Returns `later` minus `earlier`.
EnergyTotals Difference(const EnergyTotals& later,
                        const EnergyTotals& earlier) {
  return {later.measured_uj - earlier.measured_uj,
          later.idle_uj - earlier.idle_uj,
          later.attributed_uj - earlier.attributed_uj,
          later.remainder_uj - earlier.remainder_uj,
          later.unsplit_uj - earlier.unsplit_uj,
          later.known - earlier.known,
          later.unknown - earlier.unknown};
}

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
  builder_ = WindowBuilder(description, settings_.window);
  baseline_ = IdleBaseline();
  ledger_ = EnergyLedger(description.coverage);
  // Starts the count here, so that the first window knows the CPU time of other
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

// Adds to the present window the CPU time that earlier windows have not
// counted.
void EnergySampler::TakeQuestions() {
  finished_.clear();
  questions_.TakeFinished(finished_);
  for (const FinishedQuestion& question : finished_) {
    nanoseconds left = question.cpu_time;
    if (const auto told = told_.find(question.question); told != told_.end()) {
      left = std::max(left - told->second, nanoseconds::zero());
      told_.erase(told);
    }
    uses_.push_back({question.question, left, true});
    accounts_.push_back(question.account);
  }
}

void EnergySampler::ListRunning() {
  running_.clear();
  questions_.ListRunning(running_);
  for (const RunningQuestion& question : running_) {
    nanoseconds& told = told_[question.question];
    const nanoseconds left = question.cpu_time - told;
    uses_.push_back({question.question, left, false});
    told = question.cpu_time;
  }
}

ClosedWindow EnergySampler::Close(EnergyWindow window) {
  window.uses = std::move(uses_);
  uses_.clear();
  window.machine_cpu_time = MachineTime(window);
  baseline_.Observe(window);
  const EnergyTotals before = ledger_.totals();
  const std::vector<EnergyRecord> records =
      ledger_.Close(window, baseline_.power());
  ClosedWindow closed;
  closed.sums = Difference(ledger_.totals(), before);
  closed.completed.reserve(records.size());
  // Records are in the order in which questions are in accounts_.
  for (std::size_t i = 0; i < records.size(); ++i) {
    closed.completed.push_back({accounts_[i], records[i]});
  }
  accounts_.clear();
  closed.window = std::move(window);
  return closed;
}

std::optional<nanoseconds> EnergySampler::MachineTime(
    const EnergyWindow& window) {
  const std::optional<nanoseconds> busy = BusyTime();
  if (!busy) return std::nullopt;
  nanoseconds questions{0};
  for (const QuestionUse& use : window.uses) questions += use.cpu_time;
  const nanoseconds others = *busy - questions - uncounted_;
  uncounted_ = std::clamp(-others, nanoseconds::zero(), kMaxUncounted);
  return questions + std::max(others, nanoseconds::zero());
}

std::optional<nanoseconds> EnergySampler::BusyTime() {
  const auto busy = platform::ReadBusyTime(settings_.sensors.root);
  const std::optional<platform::BusyTime> last =
      std::exchange(last_busy_, busy ? std::optional(*busy) : std::nullopt);
  if (!busy || !last || busy->count != last->count || busy->time < last->time) {
    return std::nullopt;
  }
  return busy->time - last->time;
}

}  // namespace answerbox::daemon
