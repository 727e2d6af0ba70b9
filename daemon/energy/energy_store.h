// What energy keeps over restarts: sums of use, and what the machine draws at
// rest. docs/state-directory.md, "Energy". Damaged files are set aside: energy
// is no reason not to answer.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/energy/baseline_file.h"
#include "daemon/energy/usage_book.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// All but the constructor, Load, Start and Stop is safe from any thread.
class EnergyStore {
 public:
  // Sums are written to the disk so often, and when the store stops.
  static constexpr std::chrono::minutes kSaveInterval{10};
  // For people who run the daemon: what is wrong with the files.
  using Tell = std::function<void(const std::string& message)>;

  EnergyStore(std::filesystem::path folder, Tell tell);
  // Stops.
  ~EnergyStore();
  EnergyStore(const EnergyStore&) = delete;
  EnergyStore& operator=(const EnergyStore&) = delete;

  // Reads what is there. Once, first.
  void Load();
  // Begins to save, on a thread of its own: a sync may take longer than a
  // sensor may be left alone.
  void Start();
  // Saves what is not saved yet.
  void Stop();

  // Adds to the sums; `time` is in seconds since 1970. `machine`: null without
  // a sensor, when there is nothing to tell of the machine.
  void Add(std::int64_t time, const EnergyTotals* machine,
           const std::vector<AccountUsage>& questions);
  // What was used since a time, up to `now`, by hours and days.
  [[nodiscard]] std::vector<UsagePeriod> Periods(std::int64_t since,
                                                 std::int64_t now) const;

  // As Load found it; nothing where none is stored.
  [[nodiscard]] const std::optional<StoredBaseline>& baseline() const noexcept {
    return baseline_;
  }
  // For the next start. Errors: kStorage, also where a damaged file could not
  // be set aside.
  [[nodiscard]] Result<void> SaveBaseline(const StoredBaseline& baseline) const;

  // Files that Load found damaged, a sentence each.
  [[nodiscard]] const std::vector<std::string>& damaged() const noexcept {
    return damaged_;
  }

 private:
  void LoadUsage();
  void LoadBaseline();
  // Tells of a file that can't be read, and sets it aside. False where it could
  // not be: then it stays, and is not replaced.
  [[nodiscard]] bool LeaveDamaged(const std::filesystem::path& path,
                                  const Error& error);
  void SaveNowAndThen();
  void SaveUsage();

  const std::filesystem::path usage_file_;
  const std::filesystem::path baseline_file_;
  const Tell tell_;

  // Written by Load alone.
  std::vector<std::string> damaged_;
  std::optional<StoredBaseline> baseline_;
  bool keeps_usage_ = true;  // The file may be replaced.
  bool keeps_baseline_ = true;

  mutable std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_stopping_ = false;
  UsageBook usage_;
  bool is_saved_ = true;
  std::thread thread_;
};

}  // namespace answerbox::daemon
