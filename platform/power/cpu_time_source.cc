#include <chrono>
#include <optional>
#include <string>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "platform/power/processor_time.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kUpdateInterval{100};
constexpr std::uint32_t kUncertaintyPpm = 300'000;
// Room for the lines of more than 200 processors.
constexpr std::size_t kMaxStatBytes = 32'768;
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
  // The limit is twice the power of all processors, as ticks are counted in
  // bursts.
  description.max_power_uw = static_cast<std::uint64_t>(2 * model.slope_uw);
  description.counter_ranges_uj = {0};
  description.correction.offset_uw = model.base_uw;
  description.correction.reason =
      "what the model draws at rest; nothing is measured";
  return description;
}

// The model's slope is for all processors, but a tick is that of one processor.
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

  // Returns the model's energy for the busy time up to now.
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

// Without /proc/stat the candidate exists all the same. Its first reading then
// says why it can't be used.
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
