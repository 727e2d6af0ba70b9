// The shunt: the resistor across which a current sensor measures. The driver
// must know its value: it assumes 10 milliohms, but common breakouts have 100,
// and then every reading is ten times too high.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/power/candidates.h"
#include "platform/power/correction.h"

namespace answerbox::platform {

struct ShuntCheck {
  Correction correction;  // True current = reported x driver's / stated.
  std::string warning;    // Empty: stated and driver agree.
  // The driver's value in micro-ohms; 0 if it is unknown.
  std::uint32_t driver_micro_ohms = 0;
};

// Compares the stated shunt with the driver's `attribute` (micro-ohms).
[[nodiscard]] ShuntCheck CheckShunt(const std::filesystem::path& attribute,
                                    const StatedShunt& stated);

// "0.1 ohm", "2 milliohm", "500 micro-ohm".
[[nodiscard]] std::string ShuntInWords(std::uint32_t micro_ohms);

}  // namespace answerbox::platform
