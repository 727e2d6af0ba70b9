// Energy counters of x86 processors by the kernel's powercap driver intel-rapl
// (AMD's too). Linux: Documentation/power/powercap/powercap.rst.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// All packages together as one candidate, "powercap". Domains inside a package
// (core, uncore, dram) are left out, because the package's counter includes
// them; so is "psys", whose meaning differs between boards. With more than
// kMaxChannels packages there is no candidate, because a part of the machine
// must not pass for the whole.
[[nodiscard]] std::vector<Candidate> FindPowercap(
    const std::filesystem::path& root);

}  // namespace answerbox::platform
