// Estimates power where there is no sensor: the busy time of all processors,
// from /proc/stat, times a model's slope. The model's base load is the
// description's correction, which keeps it apart from the power that depends on
// work.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "platform/power/candidate.h"

namespace answerbox::platform {

// One candidate, with the model of this name or, if the name is empty, the
// model for this board. None if there is no such model.
[[nodiscard]] std::vector<Candidate> FindCpuTimeEstimate(
    const std::filesystem::path& root, std::string_view model_name);

}  // namespace answerbox::platform
