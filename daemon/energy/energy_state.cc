// What an EnergyMonitor keeps over restarts: sums of use, and what the machine
// draws at rest. Damaged files are set aside: energy is no reason not to
// answer.
#include <utility>

#include "daemon/energy/baseline_file.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/energy/state_text.h"

namespace answerbox::daemon {
namespace {

constexpr const char* kUsageFile = "usage";
constexpr const char* kBaselineFile = "baseline";

}  // namespace

bool EnergyMonitor::LeaveDamaged(const std::filesystem::path& path,
                                 const Error& error) {
  const Result<std::string> name = SetAside(path);
  std::string told = error.message;
  if (name) {
    told += ": it is set aside as " + *name + ", and begun anew";
  } else {
    told += ": it stays and is not replaced, for " + name.error().message +
            "; move it away and start the daemon again";
  }
  tell_(told);
  damaged_.push_back(std::move(told));
  return name.has_value();
}

void EnergyMonitor::LoadUsage() {
  const std::filesystem::path path = settings_.folder / kUsageFile;
  const auto text = LoadStateText(path);
  if (!text) {
    keeps_usage_ = LeaveDamaged(path, text.error());
  } else if (*text) {
    auto book = UsageBook::Parse(**text);
    if (!book) {
      const DamagedPlace place{
          static_cast<std::size_t>(book.error().offset.value_or(0))};
      keeps_usage_ =
          LeaveDamaged(path, DamagedText(path, place, book.error().field));
      return;
    }
    const std::lock_guard lock(mutex_);
    usage_ = std::move(*book);
  }
}

void EnergyMonitor::LoadStoredBaseline() {
  const std::filesystem::path path = settings_.folder / kBaselineFile;
  auto stored = LoadBaseline(path);
  if (stored) {
    stored_baseline_ = std::move(*stored);
  } else {
    keeps_baseline_ = LeaveDamaged(path, stored.error());
  }
}

void EnergyMonitor::TakeBaselineFor(const platform::EnergyMeter& meter) {
  if (!stored_baseline_ ||
      stored_baseline_->sensor != meter.description().name ||
      stored_baseline_->gain_ppm != meter.correction().gain_ppm ||
      stored_baseline_->offset_uw != meter.correction().offset_uw) {
    return;
  }
  sampler_.SetBaseline(stored_baseline_->power);
  const std::lock_guard lock(mutex_);
  PublishBaseline(stored_baseline_->power, stored_baseline_->time);
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
  const std::filesystem::path path = settings_.folder / kBaselineFile;
  if (!keeps_baseline_) {
    return Error{ErrorKind::kStorage,
                 path.native() +
                     " is damaged and not replaced: move it away and start the "
                     "daemon again",
                 path.native()};
  }
  return SaveBaseline(path, stored);
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
    if (is_usage_saved_ || !keeps_usage_) return;
    is_usage_saved_ = true;
    text = usage_.Encode();
  }
  const Result<void> saved = SaveStateText(settings_.folder / kUsageFile, text);
  if (saved) return;
  tell_(saved.error().message);
  const std::lock_guard lock(mutex_);
  is_usage_saved_ = false;
}

}  // namespace answerbox::daemon
