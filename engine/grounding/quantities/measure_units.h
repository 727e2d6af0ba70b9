// Units of measurement as they are written in English texts of clinics and of
// makers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/written_number.h"

namespace answerbox::engine {

enum class Dimension : std::uint8_t {
  kCount = 0,    // No unit.
  kShare,        // Of 1: percent, fractions, "1 in 5".
  kMass,         // g
  kVolume,       // l
  kLength,       // m
  kTime,         // s; a year is 365.25 days, a month a twelfth of it
  kTemperature,  // degrees Celsius
  kActivity,     // IU, units
  kPressure,     // mmHg
  kEnergy,       // kcal
  kSubstance,    // mol
  kVoltage,      // V
  kCurrent,      // A
  kPower,        // W
  kHertz,        // Hz
  kResistance,   // ohm
  kMemory,       // bytes
  kMoney,        // one dimension for each currency
  kPounds,
  kEuros,
  kFrequency,  // per second
  kClock,      // minutes since midnight
  kDate,       // year * 10000 + month * 100 + day; 0: not said
  kWeekday,    // 1: Monday
  kOrdinal,
};

struct MeasureUnit {
  Dimension dimension = Dimension::kCount;
  Ratio factor{1, 1};  // To the base unit above.
  Ratio offset{};      // Added before the factor: degrees Fahrenheit.
};

// The unit with this name or symbol, in lower, upper or mixed case.
[[nodiscard]] std::optional<MeasureUnit> FindMeasureUnit(
    std::string_view name) noexcept;

}  // namespace answerbox::engine
