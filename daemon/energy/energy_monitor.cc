#include "daemon/energy/energy_monitor.h"

#include <algorithm>
#include <utility>

#include "platform/power/device_call.h"
#include "platform/power/program_usage.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// Returns nothing where the energy is unknown, so that a graph shows a gap and
// not 0.
std::optional<std::int64_t> MeanPower(
    const std::optional<std::int64_t>& energy_uj, microseconds duration) {
  // The product stays below 2^63.
  if (!energy_uj || *energy_uj > EnergyWindow::kMaxEnergyUj ||
      duration <= microseconds::zero()) {
    return std::nullopt;
  }
  return *energy_uj * 1'000'000 / duration.count();
}

// Returns the last midnight in the machine's time zone, in seconds since 1970.
std::int64_t Midnight() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  // Without a local time, today's report begins now.
  if (::localtime_r(&now, &local) == nullptr) return now;
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  // -1 lets mktime find out whether summer time held at midnight.
  local.tm_isdst = -1;
  return std::mktime(&local);
}

}  // namespace

EnergyMonitor::EnergyMonitor(const EnergySettings& settings,
                             std::size_t threads, Tell tell)
    : settings_(settings),
      tell_(std::move(tell)),
      store_(settings.folder, tell_),
      questions_(threads),
      sampler_(settings, questions_),
      health_notes_(tell_) {}

EnergyMonitor::~EnergyMonitor() { Stop(); }

void EnergyMonitor::Start() {
  // The files are loaded before the thread starts, as it uses them.
  store_.Load();
  if (on_window_closed_) {
    windows_ = std::make_unique<WindowQueue>(
        on_window_closed_,
        [this](std::uint64_t questions) {
          tell_("the energy of " + std::to_string(questions) +
                " questions is not on record: the audit log did not take "
                "records for too long");
        },
        writing_);
  }
  thread_ = std::thread([this] { Run(); });
}

void EnergyMonitor::Stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  stopped_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  // The queue ends after the thread, which gives windows to it. It then gives
  // its receiver all that it holds.
  windows_.reset();
  // Saving comes after the thread has ended, so that its last window is saved
  // too. It runs on another thread, because this one watches that stopping
  // ends, even while a disk hangs.
  if (!writing_.Post([this] { store_.Save(); })) store_.Save();
  writing_.Join();
}

void EnergyMonitor::Interrupt() {
  {
    const std::lock_guard lock(mutex_);
    is_interrupted_ = true;
  }
  changed_.notify_all();
}

std::optional<StepMark> EnergyMonitor::WaitForStep(std::uint64_t after) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this, after] {
    return mark_.number > after || is_stopping_ || is_interrupted_;
  });
  if (is_stopping_ || is_interrupted_) return std::nullopt;
  return mark_;
}

std::optional<platform::SourceDescription> EnergyMonitor::Source() {
  const SensorList list = Sensors();
  for (const platform::SensorFinding& finding : list.findings) {
    if (finding.is_chosen) return finding.description;
  }
  return std::nullopt;
}

std::vector<UsagePeriod> EnergyMonitor::Periods(std::int64_t since) {
  return store_.Periods(since, WallClock());
}

UsageReport EnergyMonitor::Today() { return SumOf(Periods(Midnight())); }

std::string_view EnergyMonitor::sensor() const noexcept {
  return sensor_is_known_.load(std::memory_order_acquire)
             ? std::string_view(sensor_)
             : std::string_view();
}

void EnergyMonitor::WhenSearched(std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_searched_ && !is_stopping_) {
      when_searched_.push_back(std::move(then));
      return;
    }
  }
  then();
}

SensorList EnergyMonitor::Sensors() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_searched_ || is_stopping_; });
  return sensors_;
}

EnergyStatus EnergyMonitor::Status() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_searched_ || is_stopping_; });
  EnergyStatus status = status_;
  status.history_uw = {history_uw_.begin(), history_uw_.end()};
  return status;
}

std::optional<EnergyStatus> EnergyMonitor::StatusNow() {
  const std::lock_guard lock(mutex_);
  if (!is_searched_) return std::nullopt;
  return status_;
}

std::optional<EnergyRecord> EnergyMonitor::Find(QuestionNumber question) {
  // A number that no question had must not look like a question under way.
  if (question == 0 || question > questions_.last_question()) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  return recent_.Find(question);
}

microseconds EnergyMonitor::Now() {
  return std::chrono::duration_cast<microseconds>(
      Clock::now().time_since_epoch());
}

std::int64_t EnergyMonitor::WallClock() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void EnergyMonitor::Run() {
  started_ = Now();
  if (settings_.reads_sensor) Search(started_);
  // The callbacks run without the lock, because they may ask this object for
  // its sensors.
  std::vector<std::function<void()>> waiting;
  {
    const std::lock_guard lock(mutex_);
    is_searched_ = true;
    PublishSource();
    std::swap(waiting, when_searched_);
  }
  changed_.notify_all();
  for (const auto& then : waiting) then();
  saved_ = Clock::now();
  for (Clock::time_point next = Clock::now();;) {
    const microseconds now = Now();
    if (sampler_.IsSearchDue(now)) Search(now);
    const EnergySampler::Turn turn = sampler_.Sample(now);
    Publish(turn, now);
    changed_.notify_all();
    TellOfWindow(turn);
    SaveNowAndThen(Clock::now());
    // A late reading delays the next ones, because two readings in a row would
    // be the same.
    next = std::max(next + sampler_.interval(), Clock::now());
    if (!SleepUntil(next)) break;
  }
  const microseconds now = Now();
  const EnergySampler::Turn last = sampler_.Finish(now);
  Publish(last, now);
  TellOfWindow(last);
}

void EnergyMonitor::SaveNowAndThen(Clock::time_point now) {
  if (now - saved_ < EnergyStore::kSaveInterval) return;
  // If there is no thread now, the next turn tries again.
  if (writing_.Post([this] { store_.Save(); })) saved_ = now;
}

void EnergyMonitor::TellOfWindow(const EnergySampler::Turn& turn) {
  // Without a sensor all energy stays unresolved, and recording that would say
  // nothing.
  if (windows_ && sampler_.meter() != nullptr && turn.closed &&
      !turn.closed->completed.empty()) {
    windows_->Add(sensor(), *turn.closed);
  }
}

bool EnergyMonitor::SleepUntil(Clock::time_point end) {
  for (Clock::time_point now = Clock::now(); now < end; now = Clock::now()) {
    // The wait is divided: the slots of questions are bounded, and a slow
    // sensor is read only once a second.
    const Clock::time_point part = std::min(end, now + kTakeInterval);
    {
      std::unique_lock lock(mutex_);
      if (stopped_.wait_until(lock, part, [this] { return is_stopping_; })) {
        return false;
      }
    }
    sampler_.TakeQuestions();
  }
  const std::lock_guard lock(mutex_);
  return !is_stopping_;
}

void EnergyMonitor::Search(microseconds now) {
  sampler_.Search(now);
  if (sampler_.meter() != nullptr) {
    // This is written only once: other threads read it without a lock as soon
    // as the flag is set. A search is due only while there is no sensor.
    const platform::SourceDescription& source = sampler_.meter()->description();
    sensor_ = source.name;
    is_model_ = source.coverage == platform::Coverage::kEstimate;
    sensor_is_known_.store(true, std::memory_order_release);
    TakeBaselineFor(*sampler_.meter());
  }
  const std::lock_guard lock(mutex_);
  sensors_.findings = sampler_.findings();
  PublishSource();
}

void EnergyMonitor::PublishSource() {
  sensors_.problem = status_.problem = sampler_.problem();
  status_.interval = sampler_.interval();
  status_.window = settings_.window;
  const platform::EnergyMeter* meter = sampler_.meter();
  if (meter == nullptr) return;
  correction_ = meter->correction();
  status_.sensor = meter->description().name;
  status_.coverage = meter->description().coverage;
}

void EnergyMonitor::Publish(const EnergySampler::Turn& turn, microseconds now) {
  const platform::EnergyMeter* meter = sampler_.meter();
  if (meter != nullptr) health_notes_.Note(sensor(), meter->health(), now);
  if (turn.closed) {
    // The rate is observed before a new baseline takes effect, as the window
    // was split with the present one.
    rates_.Observe(*turn.closed, sampler_.baseline().power());
    rate_.store(rates_.rate(), std::memory_order_release);
  }
  const std::lock_guard lock(mutex_);
  status_.power_uw = MeanPower(turn.step.energy_uj, turn.step.duration());
  if (meter != nullptr) status_.health = sensors_.health = meter->health();
  status_.lost_questions = questions_.lost();
  status_.unrecorded_questions = windows_ ? windows_->lost() : 0;
  status_.sampler_cpu_time =
      platform::OwnCpuTime() + platform::DeviceCalls::OfProcess().cpu_time();
  status_.sampler_time = now - started_;
  // The new baseline takes effect here because only this thread may use the
  // sampler.
  if (new_baseline_) {
    sampler_.SetBaseline(*std::exchange(new_baseline_, std::nullopt));
  }
  mark_.Add(turn.step);
  steps_ = mark_.number;
  if (turn.closed) PublishWindow(*turn.closed);
}

void EnergyMonitor::PublishWindow(const ClosedWindow& closed) {
  status_.idle = sampler_.baseline().power();
  status_.idle_drift_uw = sampler_.baseline().drift_uw();
  status_.totals = sampler_.totals();
  history_uw_.push_back(
      MeanPower(closed.window.energy_uj, closed.window.length()));
  if (history_uw_.size() > kHistoryWindows) history_uw_.pop_front();
  AddToUsage(closed);
  for (const EnergyRecord& record : closed.completed) recent_.Add(record);
}

void EnergyMonitor::AddToUsage(const ClosedWindow& closed) {
  // The usage is summed for each account and window, so that the store takes
  // its lock once, not once for each question.
  std::map<AccountNumber, Usage> sums;
  for (const EnergyRecord& record : closed.completed) {
    sums[record.account].Add(record);
  }
  std::vector<AccountUsage> questions;
  for (const auto& [account, usage] : sums) {
    questions.push_back({accounts_.at(account), usage});
  }
  store_.Add(WallClock(), sampler_.meter() == nullptr ? nullptr : &closed.sums,
             questions);
}

void EnergyMonitor::TakeBaselineFor(const platform::EnergyMeter& meter) {
  const std::optional<StoredBaseline>& stored = store_.baseline();
  // Another sensor, or another correction of it, has another scale, so its
  // power at rest does not apply to this one.
  if (!stored || stored->sensor != meter.description().name ||
      stored->gain_ppm != meter.correction().gain_ppm ||
      stored->offset_uw != meter.correction().offset_uw) {
    return;
  }
  sampler_.SetBaseline(stored->power);
  const std::lock_guard lock(mutex_);
  PublishBaseline(stored->power, stored->time);
}

void EnergyMonitor::PublishBaseline(const IdlePower& power,
                                    std::int64_t calibrated_at) {
  status_.idle = power;
  status_.idle_drift_uw = 0;
  status_.calibrated_at = calibrated_at;
}

Result<void> EnergyMonitor::SetBaseline(const IdlePower& power) {
  StoredBaseline stored;
  stored.sensor = sensor();
  stored.time = WallClock();
  stored.power = power;
  {
    const std::lock_guard lock(mutex_);
    new_baseline_ = power;
    PublishBaseline(power, stored.time);
    stored.gain_ppm = correction_.gain_ppm;
    stored.offset_uw = correction_.offset_uw;
  }
  return store_.SaveBaseline(stored);
}

}  // namespace answerbox::daemon
