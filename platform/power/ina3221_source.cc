// Sources for one chip with two drivers: hwmon's, and NVIDIA's own by iio.
#include <algorithm>
#include <array>
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

// Channels with a voltage and a current. The channels after them are shunt
// voltages (4 to 6) and their sum (7), not power.
constexpr int kChannels = 3;
constexpr std::uint64_t kMaxMillivolts = 26'000;  // Data sheet.
constexpr std::uint64_t kMaxMilliamperes = 20'000;
constexpr std::uint64_t kMaxPowerUw = kMaxMillivolts * kMaxMilliamperes;
constexpr std::uint64_t kMaxMilliwatts = kMaxPowerUw / 1'000;
constexpr std::uint64_t kMicrowattsPerMilliwatt = 1'000;
// NVIDIA's driver does not say how often the chip measures.
constexpr milliseconds kUnstatedInterval{100};
constexpr std::uint64_t kSlowestAverageMs = 100'000;
// The shunt voltage has steps of 40 uV, the supply voltage of 8 mV.
constexpr std::uint64_t kShuntStepNanovolts = 40'000;
constexpr std::uint64_t kBoardMillivolts = 5'000;
constexpr std::uint32_t kUncertaintyPpm = 20'000;
constexpr seconds kFrozenAfter{60};

class Ina3221Source final : public PowerSource {
 public:
  Ina3221Source(SourceDescription description, DeviceLocator locator,
                int channel)
      : PowerSource(std::move(description)),
        locator_(std::move(locator)),
        voltage_("in" + std::to_string(channel) + "_input"),
        current_("curr" + std::to_string(channel) + "_input") {}

  // Voltage and current are two reads, a moment apart. The supply's voltage
  // hardly changes, so their product is the power.
  [[nodiscard]] Result<Reading> Read() override {
    return locator_.ReadOrRelocate(
        [this](const DeviceLocator& locator) -> Result<Reading> {
          const auto millivolts =
              ReadNumber(locator.PathOf(voltage_), kMaxMillivolts);
          if (!millivolts) return millivolts.error();
          const auto milliamperes =
              ReadNumber(locator.PathOf(current_), kMaxMilliamperes);
          if (!milliamperes) return milliamperes.error();
          return SingleReading(*millivolts * *milliamperes);
        });
  }

 private:
  DeviceLocator locator_;
  std::string voltage_;
  std::string current_;
};

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

// Returns the power of one step of current at 5 V, in uW. nV x mV / micro-ohm =
// uW.
std::uint64_t StepOf(std::uint32_t shunt_micro_ohms) {
  if (shunt_micro_ohms == 0) return 0;
  return kShuntStepNanovolts * kBoardMillivolts / shunt_micro_ohms;
}

// Describes a channel for both drivers. Only NVIDIA's labels for the board's
// input count as such. Any other channel is only a part of the board, and must
// not be taken for the whole.
SourceDescription Describe(std::string driver, const BusDevice& device,
                           int channel, const std::string& label) {
  const bool is_board_input = IsBoardInputLabel(label);
  SourceDescription description;
  description.name =
      device.Name() + "/" + (label.empty() ? std::to_string(channel) : label);
  description.driver = std::move(driver);
  description.measures = is_board_input  ? "all that the board draws"
                         : label.empty() ? "channel " + std::to_string(channel)
                                         : "supply line " + label;
  description.kind = ReadingKind::kPower;
  description.coverage =
      is_board_input ? Coverage::kBoardInput : Coverage::kRail;
  description.update_interval = kUnstatedInterval;
  description.uncertainty_ppm = kUncertaintyPpm;
  description.max_power_uw = kMaxPowerUw;
  description.frozen_after = kFrozenAfter;
  return description;
}

Candidate MakeCandidate(const std::filesystem::path& root,
                        const BusDevice& device, int channel,
                        const StatedShunt& stated) {
  const std::string number = std::to_string(channel);
  const std::string label =
      ReadLabel(device.folder / ("in" + number + "_label"));
  ShuntCheck shunt =
      CheckShunt(device.folder / ("shunt" + number + "_resistor"), stated);
  SourceDescription description = Describe("ina3221", device, channel, label);
  const auto interval_ms =
      ReadNumber(device.folder / "update_interval", kSlowestAverageMs);
  if (interval_ms) {
    description.update_interval =
        milliseconds(std::max<std::uint64_t>(*interval_ms, 1));
  }
  description.resolution = StepOf(shunt.driver_micro_ohms);
  description.correction = std::move(shunt.correction);
  const bool is_board_input = description.coverage == Coverage::kBoardInput;

  Candidate candidate(std::make_unique<Ina3221Source>(
      std::move(description), DeviceLocator(root, device, ListHwmon), channel));
  candidate.offers_itself = is_board_input;
  if (!is_board_input) {
    candidate.reservation = "a part of the board, or of something else";
  }
  // A board whose labels name its input also gives its driver the shunts.
  if (!shunt.warning.empty() && (stated || !is_board_input)) {
    candidate.warnings.push_back(shunt.warning);
  }
  return candidate;
}

Candidate MakeXCandidate(const std::filesystem::path& root,
                         const BusDevice& device, int channel,
                         const std::string& label) {
  SourceDescription description = Describe("ina3221x", device, channel, label);
  description.resolution = kMicrowattsPerMilliwatt;
  const bool is_board_input = description.coverage == Coverage::kBoardInput;
  Candidate candidate(std::make_unique<Ina3221xSource>(
      std::move(description), DeviceLocator(root, device, ListIna3221x),
      channel));
  candidate.offers_itself = is_board_input;
  if (!is_board_input) candidate.reservation = "a part of the board";
  return candidate;
}

}  // namespace

bool IsBoardInputLabel(std::string_view label) {
  constexpr std::array<std::string_view, 2> kLabels = {"VDD_IN", "POM_5V_IN"};
  return std::find(kLabels.begin(), kLabels.end(), label) != kLabels.end();
}

bool IsUnconnectedLabel(std::string_view label) {
  return label == "NC" || label == "nc";
}

std::vector<Candidate> FindIna3221(const std::filesystem::path& root,
                                   const StatedShunt& shunt) {
  std::vector<Candidate> candidates;
  for (const BusDevice& device : ListHwmon(root)) {
    if (device.chip != "ina3221") continue;
    for (int channel = 1; channel <= kChannels; ++channel) {
      const std::string label = ReadLabel(
          device.folder / ("in" + std::to_string(channel) + "_label"));
      if (IsUnconnectedLabel(label)) continue;
      candidates.push_back(MakeCandidate(root, device, channel, shunt));
    }
  }
  return candidates;
}

std::vector<Candidate> FindIna3221x(const std::filesystem::path& root) {
  std::vector<Candidate> candidates;
  for (const BusDevice& device : ListIna3221x(root)) {
    for (int channel = 0; channel < kChannels; ++channel) {
      const std::string label =
          ReadLabel(device.folder / ("rail_name_" + std::to_string(channel)));
      if (IsUnconnectedLabel(label)) continue;
      candidates.push_back(MakeXCandidate(root, device, channel, label));
    }
  }
  return candidates;
}

}  // namespace answerbox::platform
