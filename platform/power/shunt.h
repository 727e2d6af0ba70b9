// The resistor that a current sensor measures across. The driver has to be told
// its value: it assumes 10 milliohms, while common breakouts carry 100, and
// every reading is then ten times too high.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/power/candidate.h"
#include "platform/power/correction.h"

namespace answerbox::platform {

struct ShuntCheck {
  Correction correction;  // True current = reported x driver's / stated.
  std::string warning;    // Empty: stated and driver agree.
  // What the driver reckons with, in micro-ohms; 0 when it does not say.
  std::uint32_t driver_micro_ohms = 0;
};

// Compares the stated shunt with `attribute`, the driver's (micro-ohms).
[[nodiscard]] ShuntCheck CheckShunt(const std::filesystem::path& attribute,
                                    const StatedShunt& stated);

// "0.1 ohm", "2 milliohm", "500 micro-ohm".
[[nodiscard]] std::string ShuntInWords(std::uint32_t micro_ohms);

}  // namespace answerbox::platform
