// The texts that benchmarks run on: the sample handbook, which is always there,
// and the medquad pages where the data folder is ($ANSWERBOX_DATA, else
// ../shared/data beside the project).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace answerbox {

// Every file of a folder that ends in `extension`, sorted by name.
[[nodiscard]] std::vector<std::string> ReadFolder(
    const std::filesystem::path& folder, const std::string& extension);

[[nodiscard]] const std::vector<std::string>& Handbook();

// Nothing where the data is not at hand.
[[nodiscard]] const std::optional<std::vector<std::string>>& Medquad();

}  // namespace answerbox
