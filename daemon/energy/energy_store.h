// Keeps energy data over restarts: sums of usage, and the power at rest.
// docs/state-directory.md, "Energy". A damaged file is set aside, so that it
// does not keep the daemon from starting.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/energy/energy_window.h"
#include "daemon/energy/usage_book.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// The power at rest, as calibration found it.
struct StoredBaseline {
  // The power is valid only for this sensor and correction.
  std::string sensor;
  std::int64_t gain_ppm = 0;
  std::int64_t offset_uw = 0;
  std::int64_t time = 0;  // Time of the calibration, in seconds since 1970.
  IdlePower power;
};

// Errors: kStorage.
[[nodiscard]] Result<void> SaveBaseline(const std::filesystem::path& path,
                                        const StoredBaseline& baseline);

// Nothing when there is no file. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::optional<StoredBaseline>> LoadBaseline(
    const std::filesystem::path& path);

// Safe to use from any thread, except the constructor, Load and Save.
class EnergyStore {
 public:
  // Time between saves of the sums.
  static constexpr std::chrono::minutes kSaveInterval{10};
  // Receives messages for the operator about faults of the files.
  using Tell = std::function<void(const std::string& message)>;

  EnergyStore(std::filesystem::path folder, Tell tell);
  // Reads the files. Call it once, before all else.
  void Load();
  // Saves the sums that are not saved yet. Call it from one thread at a time,
  // but not from the sampling thread: a sync may take longer than the sensor's
  // interval.
  void Save();

  // Adds to the sums. `time` is in seconds since 1970; `machine` is null
  // without a sensor.
  void Add(std::int64_t time, const EnergyTotals* machine,
           const std::vector<AccountUsage>& questions);
  // The usage from `since` to `now`, by hours and days.
  [[nodiscard]] std::vector<UsagePeriod> Periods(std::int64_t since,
                                                 std::int64_t now) const;

  // The baseline that Load found, if there is one.
  [[nodiscard]] const std::optional<StoredBaseline>& baseline() const noexcept {
    return baseline_;
  }
  // Stores the baseline for the next start. Errors: kStorage, also when a
  // damaged file could not be set aside.
  [[nodiscard]] Result<void> SaveBaseline(const StoredBaseline& baseline) const;

  // Files that Load found damaged, a sentence for each.
  [[nodiscard]] const std::vector<std::string>& damaged() const noexcept {
    return damaged_;
  }

 private:
  void LoadUsage();
  void LoadBaseline();
  // Reports a file that can't be read, and sets it aside. False when that
  // fails: the file then stays and is not replaced.
  [[nodiscard]] bool LeaveDamaged(const std::filesystem::path& path,
                                  const Error& error);

  const std::filesystem::path usage_file_;
  const std::filesystem::path baseline_file_;
  const Tell tell_;

  // Written by Load alone.
  std::vector<std::string> damaged_;
  std::optional<StoredBaseline> baseline_;
  bool keeps_usage_ = true;  // False: the file must not be replaced.
  bool keeps_baseline_ = true;

  mutable std::mutex mutex_;
  UsageBook usage_;
  bool is_saved_ = true;
};

}  // namespace answerbox::daemon
