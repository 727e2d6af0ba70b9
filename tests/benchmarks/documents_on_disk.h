// The texts for benchmarks: the sample handbook, which is always there, and the
// medquad pages if the data folder is there ($ANSWERBOX_DATA, else
// ../shared/data beside the project).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace answerbox {

// All files of a folder that end in `extension`, sorted by name.
[[nodiscard]] std::vector<std::string> ReadFolder(
    const std::filesystem::path& folder, const std::string& extension);

[[nodiscard]] const std::vector<std::string>& Handbook();

// Empty if the data is not there.
[[nodiscard]] const std::optional<std::vector<std::string>>& Medquad();

}  // namespace answerbox
