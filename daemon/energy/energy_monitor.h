// The thread that samples, and what the rest of the daemon asks of it.
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
#include "daemon/energy/energy_sampler.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/energy/energy_status.h"
#include "daemon/energy/energy_steps.h"
#include "daemon/energy/energy_store.h"
#include "daemon/energy/health_notes.h"
#include "daemon/energy/question_clock.h"
#include "daemon/energy/recent_questions.h"
#include "daemon/energy/window_queue.h"
#include "daemon/error.h"
#include "platform/power/energy_meter.h"

namespace answerbox::daemon {

// All but the constructor, the destructor, TellWindows and Start is safe from
// any thread.
class EnergyMonitor final : public EnergySteps {
 public:
  static constexpr std::size_t kHistoryWindows = 120;
  // Questions that have ended are taken so often, however slow the sensor is.
  static constexpr std::chrono::milliseconds kTakeInterval{100};
  // For people who run the daemon: what happened to the sensor.
  using Tell = std::function<void(const std::string& message)>;
  // For records: a window of the sensor in which questions ended.
  using OnWindowClosed = WindowQueue::OnWindowClosed;

  // `threads`: as many as answer questions at once.
  EnergyMonitor(const EnergySettings& settings, std::size_t threads, Tell tell);
  // Stops.
  ~EnergyMonitor() override;
  EnergyMonitor(const EnergyMonitor&) = delete;
  EnergyMonitor& operator=(const EnergyMonitor&) = delete;

  // To be told of windows, by a thread that may wait. Before Start.
  void TellWindows(OnWindowClosed on_window_closed) {
    on_window_closed_ = std::move(on_window_closed);
  }

  // Loads what is kept, then looks for sensors and begins to sample, on a
  // thread of its own.
  void Start();
  // Ends the thread, with what ran until now in a last window. Takes no longer
  // than a sensor's read may.
  void Stop();

  [[nodiscard]] QuestionClock& questions() noexcept { return questions_; }
  [[nodiscard]] AccountBook& accounts() noexcept { return accounts_; }
  // The name of the sensor that is read; empty while there is none. Takes no
  // lock; valid as long as the monitor.
  [[nodiscard]] std::string_view sensor() const noexcept;

  // Files that were damaged at the start, a sentence each. After Start.
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
  // From now on WaitForStep gives nothing: what waits is to end.
  void Interrupt();

  // What was used since a time, in seconds since 1970, by hours and days.
  [[nodiscard]] std::vector<UsagePeriod> Periods(std::int64_t since);
  // Takes over what a calibration found, and keeps it over restarts. Errors:
  // kStorage; it counts all the same until the next start.
  [[nodiscard]] Result<void> SetBaseline(const IdlePower& power);

  // Calls `then` once sensors have been looked for: now, or later on the thread
  // that samples. Keep it short.
  void WhenSearched(std::function<void()> then);
  // These wait for that.
  [[nodiscard]] SensorList Sensors();
  [[nodiscard]] EnergyStatus Status();
  // Nothing for a question that never was, or too long ago.
  [[nodiscard]] std::optional<EnergyLookup> Find(QuestionNumber question);

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  // Waits; false when the monitor stops meanwhile.
  [[nodiscard]] bool SleepUntil(Clock::time_point end);
  [[nodiscard]] static std::chrono::microseconds Now();
  [[nodiscard]] static std::int64_t WallClock();
  void Search(std::chrono::microseconds now);
  void PublishSource();
  void Publish(const EnergySampler::Turn& turn, std::chrono::microseconds now);
  void PublishWindow(const ClosedWindow& closed);
  void TellOfWindow(const EnergySampler::Turn& turn);
  void AddToUsage(const ClosedWindow& closed);
  // The stored one, if it is of this sensor and correction.
  void TakeBaselineFor(const platform::EnergyMeter& meter);
  // At once: a caller that has calibrated and asks is told, although the thread
  // takes the baseline over with its next step. Needs the lock.
  void PublishBaseline(const IdlePower& power, std::int64_t calibrated_at);

  const EnergySettings settings_;
  const Tell tell_;
  EnergyStore store_;
  OnWindowClosed on_window_closed_;
  std::unique_ptr<WindowQueue> windows_;
  QuestionClock questions_;
  AccountBook accounts_;
  EnergySampler sampler_;     // The thread's alone.
  HealthNotes health_notes_;  // The thread's alone.
  std::chrono::microseconds started_{0};
  std::string sensor_;  // Written once, before `sensor_is_known_`.
  std::atomic<bool> sensor_is_known_{false};

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable stopped_;  // Apart: no step is to end a sleep.
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
  platform::Correction correction_;  // Of the sensor.
  bool is_interrupted_ = false;
  std::thread thread_;
};

}  // namespace answerbox::daemon
