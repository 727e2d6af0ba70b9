#include "daemon/energy/energy_store.h"

#include <utility>

#include "daemon/energy/state_text.h"

namespace answerbox::daemon {

EnergyStore::EnergyStore(std::filesystem::path folder, Tell tell)
    : usage_file_(folder / "usage"),
      baseline_file_(folder / "baseline"),
      tell_(std::move(tell)) {}

void EnergyStore::Load() {
  LoadUsage();
  LoadBaseline();
}

void EnergyStore::LoadUsage() {
  const auto text = LoadStateText(usage_file_);
  if (!text) {
    keeps_usage_ = LeaveDamaged(usage_file_, text.error());
  } else if (*text) {
    auto book = UsageBook::Parse(**text);
    if (!book) {
      const DamagedPlace place{
          static_cast<std::size_t>(book.error().offset.value_or(0))};
      // The checksums were right, so a first line that is not known is not
      // damaged.
      keeps_usage_ = LeaveDamaged(
          usage_file_,
          book.error().field == "version"
              ? TextOfOtherVersion(usage_file_)
              : DamagedText(usage_file_, place, book.error().field));
      return;
    }
    const std::lock_guard lock(mutex_);
    usage_ = std::move(*book);
  }
}

void EnergyStore::LoadBaseline() {
  auto stored = daemon::LoadBaseline(baseline_file_);
  if (stored) {
    baseline_ = std::move(*stored);
  } else {
    keeps_baseline_ = LeaveDamaged(baseline_file_, stored.error());
  }
}

bool EnergyStore::LeaveDamaged(const std::filesystem::path& path,
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

void EnergyStore::Add(std::int64_t time, const EnergyTotals* machine,
                      const std::vector<AccountUsage>& questions) {
  if (machine == nullptr && questions.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const AccountUsage& asked : questions) {
    usage_.AddQuestions(time, asked.account, asked.usage);
  }
  if (machine != nullptr) usage_.AddWindow(time, *machine);
  is_saved_ = false;
}

std::vector<UsagePeriod> EnergyStore::Periods(std::int64_t since,
                                              std::int64_t now) const {
  const std::lock_guard lock(mutex_);
  return usage_.Periods(since, now);
}

Result<void> EnergyStore::SaveBaseline(const StoredBaseline& baseline) const {
  if (!keeps_baseline_) {
    return Error{ErrorKind::kStorage,
                 baseline_file_.native() +
                     " is damaged and not replaced: move it away and start the "
                     "daemon again",
                 baseline_file_.native()};
  }
  return daemon::SaveBaseline(baseline_file_, baseline);
}

void EnergyStore::Save() {
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    if (is_saved_ || !keeps_usage_) return;
    is_saved_ = true;
    text = usage_.Encode();
  }
  const Result<void> saved = SaveStateText(usage_file_, text);
  if (saved) return;
  tell_(saved.error().message);
  const std::lock_guard lock(mutex_);
  is_saved_ = false;
}

}  // namespace answerbox::daemon
