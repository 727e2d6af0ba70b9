// INA3221 by NVIDIA's own iio driver ina3221x, which L4T 32 has for the Jetson
// Nano, TX2 and Xavier: channels 0 to 2, labels in rail_name_N, milliwatts.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// One candidate for each channel that is connected. A channel whose label does
// not say that it is the board's input has a reservation. The driver does not
// show the values of the shunts, which the board's maker set.
[[nodiscard]] std::vector<Candidate> FindIna3221x(
    const std::filesystem::path& root);

}  // namespace answerbox::platform
