#include <chrono>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "platform/file/directory.h"
#include "platform/power/attribute.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint64_t kMaxCounterUj =
    std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMaxPackagePowerUw = 1'000'000'000;
constexpr milliseconds kUpdateInterval{1};
constexpr std::uint64_t kStepUj = 61;  // 2^-14 J, the usual unit.
constexpr std::uint32_t kUncertaintyPpm = 50'000;
// Even a sleeping package uses a step of energy within milliseconds.
constexpr seconds kFrozenAfter{10};

class PowercapSource final : public PowerSource {
 public:
  // 1 to kMaxChannels counters.
  PowercapSource(SourceDescription description,
                 std::vector<std::filesystem::path> counters)
      : PowerSource(std::move(description)), counters_(std::move(counters)) {}

  [[nodiscard]] Result<Reading> Read() override {
    Reading reading;
    for (const std::filesystem::path& counter : counters_) {
      const auto energy_uj = ReadNumber(counter, kMaxCounterUj);
      if (!energy_uj) return energy_uj.error();
      reading.values[reading.count++] = *energy_uj;
    }
    return reading;
  }

 private:
  std::vector<std::filesystem::path> counters_;
};

// Accepts "intel-rapl:0", but neither "intel-rapl:0:1", which is a part of it,
// nor "intel-rapl-mmio:0", which is the same counter over another bus.
bool IsTopDomain(std::string_view entry) {
  constexpr std::string_view kPrefix = "intel-rapl:";
  return entry.starts_with(kPrefix) &&
         entry.find(':', kPrefix.size()) == std::string_view::npos;
}

// Since Linux 5.10 only root may read the counters (CVE-2020-8694: they reveal
// what other programs compute). So the folder may exist with unreadable
// counters, and reading them gives the error.
std::vector<std::filesystem::path> PackagesBelow(
    const std::filesystem::path& powercap) {
  std::vector<std::filesystem::path> packages;
  const auto entries = ListDirectory(powercap);
  if (!entries) return packages;
  for (const std::string& entry : *entries) {
    if (!IsTopDomain(entry)) continue;
    const std::string name = ReadLabel(powercap / entry / "name");
    if (name.starts_with("package")) packages.push_back(powercap / entry);
  }
  return packages;
}

// No package uses a kilowatt, so a greater gain is a fault of the counter.
SourceDescription Describe(std::size_t packages) {
  SourceDescription description;
  description.name = "powercap";
  description.driver = "powercap";
  description.measures = packages == 1
                             ? "the processor package"
                             : std::to_string(packages) + " processor packages";
  description.kind = ReadingKind::kCounter;
  description.coverage = Coverage::kPackage;
  description.update_interval = kUpdateInterval;
  description.resolution = kStepUj;
  description.uncertainty_ppm = kUncertaintyPpm;
  description.max_power_uw = packages * kMaxPackagePowerUw;
  description.frozen_after = kFrozenAfter;
  return description;
}

}  // namespace

std::vector<Candidate> FindPowercap(const std::filesystem::path& root) {
  const auto packages = PackagesBelow(root / "sys/class/powercap");
  std::vector<Candidate> candidates;
  if (packages.empty() || packages.size() > kMaxChannels) return candidates;

  SourceDescription description = Describe(packages.size());
  std::vector<std::filesystem::path> counters;
  bool tells_range = true;
  for (const std::filesystem::path& package : packages) {
    counters.push_back(package / "energy_uj");
    const auto range_uj =
        ReadNumber(package / "max_energy_range_uj", kMaxCounterUj);
    description.counter_ranges_uj.push_back(range_uj ? *range_uj : 0);
    tells_range = tells_range && range_uj && *range_uj > 0;
  }
  candidates.emplace_back(std::make_unique<PowercapSource>(
      std::move(description), std::move(counters)));
  candidates.back().warnings.emplace_back(
      "the processor alone: memory, disks, network and the power supply's "
      "losses come on top");
  if (!tells_range) {
    candidates.back().warnings.emplace_back(
        "no max_energy_range_uj: each time the counter starts again from 0, "
        "some energy stays unresolved");
  }
  return candidates;
}

}  // namespace answerbox::platform
