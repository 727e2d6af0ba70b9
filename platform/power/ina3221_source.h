// INA3221, three channels, which Jetson boards have; by the kernel's hwmon
// driver (L4T 35 and later, any breakout). For NVIDIA's driver see
// ina3221x_source.h. Linux: Documentation/hwmon/ina3221.rst.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// Whether a Jetson's label names the supply of the whole board.
[[nodiscard]] bool IsBoardInputLabel(std::string_view label);

// Whether the label says that nothing is connected to the channel.
[[nodiscard]] bool IsUnconnectedLabel(std::string_view label);

// One candidate for each channel that is connected. A channel whose label does
// not say that it is the board's input has a reservation.
[[nodiscard]] std::vector<Candidate> FindIna3221(
    const std::filesystem::path& root, const StatedShunt& shunt);

}  // namespace answerbox::platform
