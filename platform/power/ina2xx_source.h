// INA219, INA220, INA226, INA230, INA231 and INA260 by the kernel's hwmon
// driver ina2xx: one channel, wired by whoever fitted it, as a rule into the
// board's supply line. Linux: Documentation/hwmon/ina2xx.rst.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// All chips of the family below `root`. Where there are several, each has a
// reservation: which one measures this board, only their owner knows.
[[nodiscard]] std::vector<Candidate> FindIna2xx(
    const std::filesystem::path& root, const StatedShunt& shunt);

}  // namespace answerbox::platform
