// An estimate where no sensor is: the time that all processors were busy, from
// /proc/stat, times a model's slope. The base load is the description's
// correction, so that what depends on work and what does not stay apart.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// One candidate with the model of that name or, without a name, the one for
// this board; none where there is no such model.
[[nodiscard]] std::vector<Candidate> FindCpuTimeEstimate(
    const std::filesystem::path& root, std::string_view model_name);

}  // namespace answerbox::platform
