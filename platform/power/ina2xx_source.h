// INA219, INA220, INA226, INA230, INA231 and INA260 by the kernel's hwmon
// driver ina2xx: one channel, usually wired into the board's supply line.
// Linux: Documentation/hwmon/ina2xx.rst.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// All chips of the family. If there are several, each has a reservation, since
// only their owner knows which one measures this board.
[[nodiscard]] std::vector<Candidate> FindIna2xx(
    const std::filesystem::path& root, const StatedShunt& shunt);

}  // namespace answerbox::platform
