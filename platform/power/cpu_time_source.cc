#include "platform/power/cpu_time_source.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/power_model.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kUpdateInterval{100};
constexpr std::uint32_t kUncertaintyPpm = 300'000;
// Lines for 200 processors and more.
constexpr std::size_t kMaxStatBytes = 32'768;
// proc(5), /proc/stat: user nice system idle iowait irq softirq steal; guest
// time, which follows, is part of user.
constexpr std::size_t kColumns = 8;
constexpr std::size_t kIdle = 3;
constexpr std::size_t kIoWait = 4;
// A thousand processors for longer than any machine runs: products with a
// tick's energy stay below 2^63.
constexpr std::uint64_t kMaxTicks = 1'000'000'000'000;

std::int64_t TicksPerSecond() {
  return std::max<std::int64_t>(::sysconf(_SC_CLK_TCK), 1);
}

// The processors' busy ticks in the line "cpu  4705 150 1120 16250 520 ...".
std::optional<std::uint64_t> BusyTicks(std::string_view stat) {
  if (!stat.starts_with("cpu ")) return std::nullopt;
  std::string_view line = stat.substr(4, stat.find('\n') - 4);
  std::uint64_t busy = 0;
  for (std::size_t column = 0; column < kColumns; ++column) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    std::uint64_t ticks = 0;
    const auto [end, error] =
        std::from_chars(line.data(), line.data() + line.size(), ticks);
    if (error != std::errc() || ticks > kMaxTicks) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (column != kIdle && column != kIoWait) busy += ticks;
  }
  return busy;
}

std::size_t CountProcessors(std::string_view stat) {
  std::size_t count = 0;
  for (std::size_t at = stat.find("\ncpu"); at != std::string_view::npos;
       at = stat.find("\ncpu", at + 1)) {
    ++count;
  }
  return std::max<std::size_t>(count, 1);
}

SourceDescription Describe(const PowerModel& model,
                           std::uint64_t tick_energy_uj) {
  SourceDescription description;
  description.name = "cpu-time/" + std::string(model.name);
  description.driver = "cpu-time";
  description.measures = "nothing: CPU time x the model " +
                         std::string(model.name) + " of the board";
  description.kind = ReadingKind::kCounter;
  description.coverage = Coverage::kEstimate;
  description.update_interval = kUpdateInterval;
  description.resolution = tick_energy_uj;
  description.uncertainty_ppm = kUncertaintyPpm;
  // All processors busy, twice: ticks are counted in lumps.
  description.max_power_uw = static_cast<std::uint64_t>(2 * model.slope_uw);
  description.counter_ranges_uj = {0};
  description.correction.offset_uw = model.base_uw;
  description.correction.reason =
      "what the model draws at rest; nothing is measured";
  return description;
}

std::uint64_t TickEnergy(const PowerModel& model, std::size_t processors) {
  return static_cast<std::uint64_t>(model.slope_uw) /
         (static_cast<std::uint64_t>(TicksPerSecond()) * processors);
}

class CpuTimeSource final : public PowerSource {
 public:
  CpuTimeSource(const PowerModel& model, std::size_t processors,
                const std::filesystem::path& root)
      : PowerSource(Describe(model, TickEnergy(model, processors))),
        stat_(root / "proc/stat"),
        tick_energy_uj_(TickEnergy(model, processors)) {}

  // The energy that the busy time up to now stands for.
  [[nodiscard]] Result<Reading> Read() override {
    const auto stat = ReadAttribute(stat_);
    if (!stat) return stat.error();
    const std::optional<std::uint64_t> busy = BusyTicks(*stat);
    if (!busy) return MalformedReading("no line of CPU times", stat_);
    return SingleReading(*busy * tick_energy_uj_);
  }

 private:
  std::filesystem::path stat_;
  std::uint64_t tick_energy_uj_;
};

}  // namespace

std::vector<Candidate> FindCpuTimeEstimate(const std::filesystem::path& root,
                                           std::string_view model_name) {
  std::vector<Candidate> candidates;
  const std::optional<PowerModel> model =
      model_name.empty() ? PowerModelOfBoard(ReadLabel(
                               root / "sys/firmware/devicetree/base/model"))
                         : FindPowerModel(model_name);
  if (!model) return candidates;
  const auto stat = ReadAttribute(root / "proc/stat", kMaxStatBytes);
  candidates.emplace_back(std::make_unique<CpuTimeSource>(
      *model, stat ? CountProcessors(*stat) : 1, root));
  candidates.back().warnings.emplace_back(
      "an estimate: good to compare loads on one board, not boards");
  return candidates;
}

}  // namespace answerbox::platform
