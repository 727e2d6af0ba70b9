#include "daemon/energy/energy_store.h"

#include <utility>

#include "daemon/energy/state_text.h"
#include "platform/file/directory.h"
#include "platform/power/energy_meter.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kFirstLine = "answerbox-baseline 1\n";
constexpr std::int64_t kMax = 1'000'000'000'000'000;
// Its product with the length of a window stays below 2^63.
constexpr std::int64_t kMaxPowerUw = platform::EnergyMeter::kMaxPowerUw;

}  // namespace

Result<void> SaveBaseline(const std::filesystem::path& path,
                          const StoredBaseline& baseline) {
  std::string text(kFirstLine);
  text += "sensor " + baseline.sensor + '\n';
  text += "gain_ppm " + std::to_string(baseline.gain_ppm) + '\n';
  text += "offset_uw " + std::to_string(baseline.offset_uw) + '\n';
  text += "time " + std::to_string(baseline.time) + '\n';
  text += "power_uw " + std::to_string(baseline.power.power_uw) + '\n';
  text +=
      "uncertainty_uw " + std::to_string(baseline.power.uncertainty_uw) + '\n';
  return SaveStateText(path, text);
}

Result<std::optional<StoredBaseline>> LoadBaseline(
    const std::filesystem::path& path) {
  const auto text = LoadStateText(path);
  if (!text) return text.error();
  if (!*text) return std::optional<StoredBaseline>();
  StoredBaseline baseline;
  StateFields fields(**text);
  const auto number = [&fields](std::string_view name, std::int64_t& value,
                                std::int64_t min, std::int64_t max = kMax) {
    return fields.Skip(name) && fields.Read(value, min, max) &&
           fields.Skip("\n");
  };
  // The checksum of the line was right.
  if (!fields.Skip(kFirstLine)) return TextOfOtherVersion(path);
  const bool is_whole =
      fields.Skip("sensor ") && fields.ReadLine(baseline.sensor) &&
      fields.Skip("\n") && number("gain_ppm ", baseline.gain_ppm, 0) &&
      number("offset_uw ", baseline.offset_uw, -kMax) &&
      number("time ", baseline.time, 0) &&
      number("power_uw ", baseline.power.power_uw, 0, kMaxPowerUw) &&
      number("uncertainty_uw ", baseline.power.uncertainty_uw, 0,
             kMaxPowerUw) &&
      fields.AtEnd();
  if (!is_whole) return DamagedText(path, {fields.line()}, "baseline");
  return std::optional(std::move(baseline));
}

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
    // A file that could not be moved aside must not be replaced: the operator
    // would lose what may still be in it.
    keeps_usage_ = LeaveDamaged(usage_file_, text.error());
  } else if (*text) {
    auto book = UsageBook::Parse(**text);
    if (!book) {
      const DamagedPlace place{
          static_cast<std::size_t>(book.error().offset.value_or(0))};
      // The checksums were right, so an unknown first line is a sign of another
      // version, not of damage.
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
  // Energy data must never keep the daemon from answering. So a damaged file is
  // reported and set aside, and counting begins anew.
  const auto name = platform::SetAside(path);
  std::string told = error.message;
  if (name) {
    told += ": it is set aside as " + *name + ", and begun anew";
  } else {
    told += ": it stays and is not replaced, for it can't " +
            name.error().Describe() +
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
    // Without changes, nothing is written to a flash card.
    if (is_saved_ || !keeps_usage_) return;
    is_saved_ = true;
    // Encoding needs the lock. Writing does not, so no window waits for the
    // disk.
    text = usage_.Encode();
  }
  const Result<void> saved = SaveStateText(usage_file_, text);
  if (saved) return;
  // The next interval tries again.
  tell_(saved.error().message);
  const std::lock_guard lock(mutex_);
  is_saved_ = false;
}

}  // namespace answerbox::daemon
