// What an EnergyMonitor keeps over restarts: sums of use, and what the machine
// draws at rest. Damaged files are set aside: energy is no reason not to
// answer.
#include <utility>

#include "daemon/energy/baseline_file.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/energy/state_text.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

constexpr const char* kUsageFile = "usage";
constexpr const char* kBaselineFile = "baseline";

void SetAside(const std::filesystem::path& path) {
  std::filesystem::path aside = path;
  aside += ".damaged";
  static_cast<void>(platform::Rename(path, aside));
}

}  // namespace

void EnergyMonitor::LoadUsage() {
  const std::filesystem::path path = settings_.folder / kUsageFile;
  const auto text = LoadStateText(path);
  std::optional<Error> error;
  if (!text) {
    error = text.error();
  } else if (*text) {
    auto book = UsageBook::Parse(**text);
    if (book) {
      const std::lock_guard lock(mutex_);
      usage_ = std::move(*book);
    } else {
      error = DamagedText(path, book.error().field);
    }
  }
  if (!error) return;
  tell_(error->message);
  if (error->kind == ErrorKind::kCorrupt) SetAside(path);
}

void EnergyMonitor::LoadBaselineFor(const platform::EnergyMeter& meter) {
  const std::filesystem::path path = settings_.folder / kBaselineFile;
  const auto stored = LoadBaseline(path);
  if (!stored) {
    tell_(stored.error().message);
    if (stored.error().kind == ErrorKind::kCorrupt) SetAside(path);
    return;
  }
  if (!*stored || (*stored)->sensor != meter.description().name ||
      (*stored)->gain_ppm != meter.correction().gain_ppm ||
      (*stored)->offset_uw != meter.correction().offset_uw) {
    return;
  }
  sampler_.SetBaseline((*stored)->power);
  const std::lock_guard lock(mutex_);
  PublishBaseline((*stored)->power, (*stored)->time);
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
  return SaveBaseline(settings_.folder / kBaselineFile, stored);
}

// On a thread of its own: a sync may take longer than a sensor may be left
// alone.
void EnergyMonitor::SaveNowAndThen() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, kSaveInterval,
                            [this] { return is_stopping_; })) {
    lock.unlock();
    SaveUsage();
    lock.lock();
  }
}

void EnergyMonitor::SaveUsage() {
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    if (is_usage_saved_) return;
    is_usage_saved_ = true;
    text = usage_.Encode();
  }
  const Result<void> saved =
      SaveStateText(settings_.folder / kUsageFile, std::move(text));
  if (saved) return;
  tell_(saved.error().message);
  const std::lock_guard lock(mutex_);
  is_usage_saved_ = false;
}

}  // namespace answerbox::daemon
