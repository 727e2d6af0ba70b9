// The thread that samples energy, its reports, and what it offers to the rest
// of the daemon.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/energy/accounts.h"
#include "daemon/energy/calibrator.h"
#include "daemon/energy/energy_ledger.h"
#include "daemon/energy/energy_rate.h"
#include "daemon/energy/energy_sampler.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/energy/energy_store.h"
#include "daemon/energy/energy_window.h"
#include "daemon/energy/question_clock.h"
#include "daemon/energy/window_queue.h"
#include "daemon/error.h"
#include "platform/power/discovery.h"
#include "platform/power/energy_meter.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

// Reports when a sensor appears or fails, but at most kMaxPerMinute times a
// minute. Used by one thread.
class HealthNotes {
 public:
  static constexpr int kMaxPerMinute = 6;
  using Tell = std::function<void(const std::string& message)>;

  explicit HealthNotes(Tell tell) : tell_(std::move(tell)) {}

  // `now` is monotonic time.
  void Note(std::string_view sensor, const platform::SensorHealth& health,
            std::chrono::microseconds now) {
    if (health.state == told_state_) return;
    if (now - minute_began_ >= std::chrono::minutes(1)) {
      minute_began_ = now;
      told_ = 0;
    }
    if (++told_ > kMaxPerMinute) return;
    told_state_ = health.state;
    std::string message = "power sensor " + std::string(sensor) + ": " +
                          std::string(platform::ToString(health.state));
    if (!health.problem.empty()) message += ": " + health.problem;
    tell_(message);
  }

 private:
  const Tell tell_;
  platform::SensorState told_state_ = platform::SensorState::kWaiting;
  std::chrono::microseconds minute_began_{0};
  int told_ = 0;  // In that minute.
};

// The sensors that were found, and the health of the one in use.
struct SensorList {
  std::vector<platform::SensorFinding> findings;
  std::string problem;  // Why no sensor is in use; else empty.
  platform::SensorHealth health;
};

// The state at the end of the last step.
struct EnergyStatus {
  std::string sensor;  // Empty: none.
  platform::Coverage coverage = platform::Coverage::kBoardInput;
  platform::SensorHealth health;
  std::string problem;
  std::chrono::microseconds interval{0};
  std::chrono::microseconds window{0};
  std::optional<std::int64_t> power_uw;  // Of the last step.
  std::optional<IdlePower> idle;
  std::int64_t idle_drift_uw = 0;
  std::int64_t calibrated_at = 0;  // Seconds since 1970; 0: never.
  EnergyTotals totals;  // Since the start or since the sensor was found.
  // Mean power of the last windows, oldest first.
  std::vector<std::optional<std::int64_t>> history_uw;
  std::uint64_t lost_questions = 0;
  // Questions whose energy is known, but whose record the audit log did not
  // take.
  std::uint64_t unrecorded_questions = 0;
  // CPU time and elapsed time of sampling.
  std::chrono::nanoseconds sampler_cpu_time{0};
  std::chrono::microseconds sampler_time{0};
};

// Safe to use from any thread, except the constructor, the destructor,
// TellWindows and Start.
class EnergyMonitor final : public EnergySteps {
 public:
  static constexpr std::size_t kHistoryWindows = 120;
  // Time between takes of finished questions, however slow the sensor is.
  static constexpr std::chrono::milliseconds kTakeInterval{100};
  static constexpr std::chrono::milliseconds kWritingIdleTime{500};
  // Receives messages for the operator about the sensor.
  using Tell = std::function<void(const std::string& message)>;
  // Receives each closed window in which questions ended.
  using OnWindowClosed = WindowQueue::OnWindowClosed;

  // `threads`: the number of threads that answer questions.
  EnergyMonitor(const EnergySettings& settings, std::size_t threads, Tell tell);
  // Stops.
  ~EnergyMonitor() override;
  EnergyMonitor(const EnergyMonitor&) = delete;
  EnergyMonitor& operator=(const EnergyMonitor&) = delete;

  // Sets the receiver of closed windows. It is called on a thread that may
  // wait. Call it before Start.
  void TellWindows(OnWindowClosed on_window_closed) {
    on_window_closed_ = std::move(on_window_closed);
  }

  // Loads the stored files. Then searches for sensors and samples, on a thread
  // of its own.
  void Start();
  // Closes a last window, saves the sums, and ends the thread. Apart from the
  // disk it takes no longer than one read of the sensor may take.
  void Stop();

  // Begins the clock of a query that chooses no answer, on the thread that
  // answers it.
  //   collection  empty: it belongs to none, and counts in the account kOthers
  [[nodiscard]] QuestionClock::Run BeginQuery(std::string_view collection,
                                              const Identity& caller) {
    return {questions_, AccountOf(collection, caller.name()), AskerOf(caller),
            true};
  }
  // The same for the work of another process, which counts as that of
  // `account`. Who calls this feeds the clock.
  [[nodiscard]] QuestionClock::Run BeginFedQuery(std::string_view collection,
                                                 std::string_view account,
                                                 AskerTag asker) {
    return {questions_, AccountOf(collection, account),
            QuestionClock::Run::Fed(), asker, true};
  }
  [[nodiscard]] QuestionClock& questions() noexcept { return questions_; }
  [[nodiscard]] AccountBook& accounts() noexcept { return accounts_; }
  // Returns the name of the sensor in use; empty while there is none. Takes no
  // lock. Valid as long as the monitor.
  [[nodiscard]] std::string_view sensor() const noexcept;
  // Returns what CPU time costs, by the last windows. Takes no lock.
  [[nodiscard]] EnergyRate rate() const noexcept {
    return rate_.load(std::memory_order_acquire);
  }
  // Whether the sensor in use is a power model. Precondition: rate() is known.
  [[nodiscard]] bool is_model() const noexcept { return is_model_; }

  // Returns a sentence for each file that was damaged at the start. Call it
  // after Start.
  [[nodiscard]] const std::vector<std::string>& damaged() const noexcept {
    return store_.damaged();
  }

  [[nodiscard]] std::optional<platform::SourceDescription> Source() override;
  // Takes no lock.
  [[nodiscard]] std::uint64_t steps() const noexcept override {
    return steps_.load();
  }
  [[nodiscard]] std::optional<StepMark> WaitForStep(
      std::uint64_t after) override;
  // Makes WaitForStep return nothing from now on, so that waiting calls end.
  void Interrupt();

  // Returns the usage since `since`, in seconds since 1970, by hours and days.
  [[nodiscard]] std::vector<UsagePeriod> Periods(std::int64_t since);
  // Returns the usage since the last midnight in the machine's time zone.
  [[nodiscard]] UsageReport Today();
  // Takes over the result of a calibration and stores it. Errors: kStorage; the
  // result is then used until the daemon stops.
  [[nodiscard]] Result<void> SetBaseline(const IdlePower& power);

  // Calls `then` once the search for sensors is over: now, or later on the
  // sampling thread. Keep it short.
  void WhenSearched(std::function<void()> then);
  // Sensors and Status wait until the search for sensors is over.
  [[nodiscard]] SensorList Sensors();
  [[nodiscard]] EnergyStatus Status();
  // Waits for nothing, and has no history. Returns nothing during the search.
  [[nodiscard]] std::optional<EnergyStatus> StatusNow();
  // Returns nothing for a number that no question had, or for a question too
  // long ago.
  [[nodiscard]] std::optional<EnergyRecord> Find(QuestionNumber question);

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] AccountNumber AccountOf(std::string_view collection,
                                        std::string_view caller) {
    return collection.empty() ? AccountBook::kOthers
                              : accounts_.Find(collection, caller);
  }
  void Run();
  // Starts saving the sums if the last save was long ago.
  void SaveNowAndThen(Clock::time_point now);
  // Waits until `end`. False when the monitor stops meanwhile.
  [[nodiscard]] bool SleepUntil(Clock::time_point end);
  [[nodiscard]] static std::chrono::microseconds Now();
  [[nodiscard]] static std::int64_t WallClock();
  void Search(std::chrono::microseconds now);
  void PublishSource();
  void Publish(const EnergySampler::Turn& turn, std::chrono::microseconds now);
  void PublishWindow(const ClosedWindow& closed);
  void TellOfWindow(const EnergySampler::Turn& turn);
  void AddToUsage(const ClosedWindow& closed);
  // Uses the stored baseline if it is of this sensor and correction.
  void TakeBaselineFor(const platform::EnergyMeter& meter);
  // Shows the baseline in the status at once, although the sampler takes it
  // over only with its next step. Precondition: mutex_ is held.
  void PublishBaseline(const IdlePower& power, std::int64_t calibrated_at);

  const EnergySettings settings_;
  const Tell tell_;
  EnergyStore store_;
  OnWindowClosed on_window_closed_;
  // Does all that may wait for a disk: saves, and hands windows over.
  platform::WorkerThreads writing_{1, kWritingIdleTime};
  std::unique_ptr<WindowQueue> windows_;
  QuestionClock questions_;
  AccountBook accounts_;
  EnergySampler sampler_;      // Only the thread uses it.
  EnergyRateOfWindows rates_;  // Only the thread uses it.
  HealthNotes health_notes_;   // Only the thread uses it.
  Clock::time_point saved_;    // Only the thread uses it.
  std::chrono::microseconds started_{0};
  // Written once, before sensor_is_known_ is set.
  std::string sensor_;
  bool is_model_ = false;
  std::atomic<bool> sensor_is_known_{false};
  std::atomic<EnergyRate> rate_{EnergyRate()};

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable stopped_;  // Separate, so that steps end no sleep.
  bool is_stopping_ = false;
  bool is_searched_ = false;
  std::vector<std::function<void()>> when_searched_;
  SensorList sensors_;
  EnergyStatus status_;
  std::deque<std::optional<std::int64_t>> history_uw_;
  RecentQuestions recent_;
  StepMark mark_;
  std::atomic<std::uint64_t> steps_{0};
  std::optional<IdlePower> new_baseline_;
  platform::Correction correction_;  // Of the sensor in use.
  bool is_interrupted_ = false;
  std::thread thread_;
};

}  // namespace answerbox::daemon
