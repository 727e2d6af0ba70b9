#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/bus_device.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

// One chip of the family. The driver sets the step of current to 10^9 /
// (divisor x shunt) uA, with the shunt in micro-ohms; a step of power is a
// fixed number of steps of current.
struct Chip {
  std::string_view name;
  std::uint32_t power_steps;
  std::uint32_t shunt_divisor;
  // The chip's gain error from the data sheet, plus 1 % for the shunt.
  std::uint32_t uncertainty_ppm;
  bool has_own_shunt;
};

constexpr std::array<Chip, 6> kChips = {{
    {"ina219", 20, 100, 15'000, false},
    {"ina220", 20, 100, 15'000, false},
    {"ina226", 25, 400, 11'000, false},
    {"ina230", 25, 400, 11'000, false},
    {"ina231", 25, 400, 11'000, false},
    {"ina260", 8, 400, 5'000, true},  // 2 milliohm: 1.25 mA, so 10 mW.
}};

constexpr std::uint32_t kIna260ShuntMicroOhms = 2'000;
// At most 36 V, and no breakout carries more than about ten amperes.
constexpr std::uint64_t kMaxPowerUw = 500'000'000;
// The longest conversion time of an INA219, whose driver does not show it.
constexpr milliseconds kSlowestConversion{69};
constexpr milliseconds kSlowestAverage{10'000};
// The power of a board at rest varies by more than a step within seconds.
constexpr seconds kFrozenAfter{60};

class Ina2xxSource final : public PowerSource {
 public:
  Ina2xxSource(SourceDescription description, DeviceLocator locator)
      : PowerSource(std::move(description)), locator_(std::move(locator)) {}

  [[nodiscard]] Result<Reading> Read() override {
    return locator_.ReadOrRelocate(
        [](const DeviceLocator& locator) -> Result<Reading> {
          const auto power_uw =
              ReadNumber(locator.PathOf("power1_input"), kMaxPowerUw);
          if (!power_uw) return power_uw.error();
          return SingleReading(*power_uw);
        });
  }

 private:
  DeviceLocator locator_;
};

// Returns null for other chips: hwmon lists fans and batteries too.
const Chip* FindChip(std::string_view name) {
  const auto chip =
      std::find_if(kChips.begin(), kChips.end(),
                   [name](const Chip& known) { return known.name == name; });
  return chip == kChips.end() ? nullptr : &*chip;
}

// Reading more often than the chip measures only repeats a value.
microseconds UpdateIntervalOf(const BusDevice& device) {
  const auto interval_ms =
      ReadNumber(device.folder / "update_interval",
                 static_cast<std::uint64_t>(kSlowestAverage.count()));
  if (!interval_ms) return kSlowestConversion;
  return milliseconds(std::max<std::uint64_t>(*interval_ms, 1));
}

// Returns the step of power in uW; 0 if the shunt is unknown.
std::uint64_t StepOf(const Chip& chip, std::uint32_t shunt_micro_ohms) {
  if (shunt_micro_ohms == 0) return 0;
  const std::uint64_t divisor =
      std::uint64_t{chip.shunt_divisor} * shunt_micro_ohms;
  return chip.power_steps * ((1'000'000'000 + divisor / 2) / divisor);
}

// The driver reports a power that the chip computed with the driver's value of
// the shunt. If another shunt is fitted, all readings are wrong by one factor.
Candidate MakeCandidate(const std::filesystem::path& root,
                        const BusDevice& device, const Chip& chip,
                        const StatedShunt& stated) {
  ShuntCheck shunt;
  if (chip.has_own_shunt) {
    shunt.driver_micro_ohms = kIna260ShuntMicroOhms;
  } else {
    shunt = CheckShunt(device.folder / "shunt_resistor", stated);
  }
  SourceDescription description;
  description.name = device.Name();
  description.driver = "ina2xx";
  description.measures = "what flows through the breakout's shunt";
  description.kind = ReadingKind::kPower;
  description.coverage = Coverage::kBoardInput;
  description.update_interval = UpdateIntervalOf(device);
  description.resolution = StepOf(chip, shunt.driver_micro_ohms);
  description.uncertainty_ppm = chip.uncertainty_ppm;
  description.max_power_uw = kMaxPowerUw;
  description.frozen_after = kFrozenAfter;
  description.correction = std::move(shunt.correction);

  Candidate candidate(std::make_unique<Ina2xxSource>(
      std::move(description), DeviceLocator(root, device, ListHwmon)));
  candidate.warnings.emplace_back(
      "taken to be in the board's supply line: nothing but its wiring says so");
  if (!shunt.warning.empty()) candidate.warnings.push_back(shunt.warning);
  return candidate;
}

}  // namespace

std::vector<Candidate> FindIna2xx(const std::filesystem::path& root,
                                  const StatedShunt& shunt) {
  std::vector<Candidate> candidates;
  for (const BusDevice& device : ListHwmon(root)) {
    if (const Chip* chip = FindChip(device.chip)) {
      candidates.push_back(MakeCandidate(root, device, *chip, shunt));
    }
  }
  if (candidates.size() > 1) {
    for (Candidate& candidate : candidates) {
      candidate.offers_itself = false;
      candidate.reservation =
          "one of several breakouts: name the one in the board's supply line";
    }
  }
  return candidates;
}

}  // namespace answerbox::platform
