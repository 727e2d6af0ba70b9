// Energy counters of x86 processors by the kernel's powercap driver intel-rapl
// (AMD's too). Linux: Documentation/power/powercap/powercap.rst.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// All packages together as one candidate, "powercap". Domains inside a package
// (core, uncore, dram) are left out, for the package has counted them; so is
// "psys", which means something else on every board. More than kMaxChannels
// packages are no candidate: part of a machine would pass for all of it.
[[nodiscard]] std::vector<Candidate> FindPowercap(
    const std::filesystem::path& root);

}  // namespace answerbox::platform
