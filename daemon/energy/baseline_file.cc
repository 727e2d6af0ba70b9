#include "daemon/energy/baseline_file.h"

#include <limits>

#include "daemon/energy/state_text.h"
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

}  // namespace answerbox::daemon
