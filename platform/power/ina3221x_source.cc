#include <chrono>
#include <string>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/bus_device.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kChannels = 3;
constexpr std::uint64_t kMaxMilliwatts = 520'000;  // 26 V, 20 A.
constexpr std::uint64_t kMicrowattsPerMilliwatt = 1'000;
constexpr milliseconds kUpdateInterval{100};
constexpr std::uint32_t kUncertaintyPpm = 20'000;
constexpr seconds kFrozenAfter{60};

// This driver has multiplied voltage and current already.
class Ina3221xSource final : public PowerSource {
 public:
  Ina3221xSource(SourceDescription description, DeviceLocator locator,
                 int channel)
      : PowerSource(std::move(description)),
        locator_(std::move(locator)),
        power_("in_power" + std::to_string(channel) + "_input") {}

  [[nodiscard]] Result<Reading> Read() override {
    return locator_.ReadOrRelocate(
        [this](const DeviceLocator& locator) -> Result<Reading> {
          const auto milliwatts =
              ReadNumber(locator.PathOf(power_), kMaxMilliwatts);
          if (!milliwatts) return milliwatts.error();
          return SingleReading(*milliwatts * kMicrowattsPerMilliwatt);
        });
  }

 private:
  DeviceLocator locator_;
  std::string power_;
};

Candidate MakeCandidate(const std::filesystem::path& root,
                        const BusDevice& device, int channel,
                        const std::string& label) {
  const bool is_board_input = IsBoardInputLabel(label);
  SourceDescription description;
  description.name =
      device.Name() + "/" + (label.empty() ? std::to_string(channel) : label);
  description.driver = "ina3221x";
  description.measures = is_board_input  ? "all that the board draws"
                         : label.empty() ? "channel " + std::to_string(channel)
                                         : "supply line " + label;
  description.kind = ReadingKind::kPower;
  description.coverage =
      is_board_input ? Coverage::kBoardInput : Coverage::kRail;
  description.update_interval = kUpdateInterval;
  description.resolution = kMicrowattsPerMilliwatt;
  description.uncertainty_ppm = kUncertaintyPpm;
  description.max_power_uw = kMaxMilliwatts * kMicrowattsPerMilliwatt;
  description.frozen_after = kFrozenAfter;

  Candidate candidate(std::make_unique<Ina3221xSource>(
      std::move(description), DeviceLocator(root, device, ListIna3221x),
      channel));
  candidate.offers_itself = is_board_input;
  if (!is_board_input) candidate.reservation = "a part of the board";
  return candidate;
}

}  // namespace

std::vector<Candidate> FindIna3221x(const std::filesystem::path& root) {
  std::vector<Candidate> candidates;
  for (const BusDevice& device : ListIna3221x(root)) {
    for (int channel = 0; channel < kChannels; ++channel) {
      const std::string label =
          ReadLabel(device.folder / ("rail_name_" + std::to_string(channel)));
      if (IsUnconnectedLabel(label)) continue;
      candidates.push_back(MakeCandidate(root, device, channel, label));
    }
  }
  return candidates;
}

}  // namespace answerbox::platform
