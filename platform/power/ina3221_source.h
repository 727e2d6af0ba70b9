// INA3221, three channels, as the Jetson boards carry it: by the kernel's hwmon
// driver (L4T 35 and later, any breakout), and by NVIDIA's iio driver ina3221x
// (L4T 32). Linux: Documentation/hwmon/ina3221.rst.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// Whether a Jetson's label names what the whole board draws.
[[nodiscard]] bool IsBoardInputLabel(std::string_view label);

// Whether nothing is connected to the channel of that label.
[[nodiscard]] bool IsUnconnectedLabel(std::string_view label);

// One candidate for each channel that is connected. A channel whose label does
// not say that it is the board's input has a reservation.
[[nodiscard]] std::vector<Candidate> FindIna3221(
    const std::filesystem::path& root, const StatedShunt& shunt);

}  // namespace answerbox::platform
