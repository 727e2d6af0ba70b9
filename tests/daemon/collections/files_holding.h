// Finds bytes in the files of a folder.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::daemon {

// The paths of files under `folder` with `bytes` in their content or name.
inline std::vector<std::string> FilesHolding(
    const std::filesystem::path& folder, std::string_view bytes) {
  std::vector<std::string> holding;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (content.find(bytes) != std::string::npos ||
        entry.path().filename().native().find(bytes) != std::string::npos) {
      holding.push_back(entry.path());
    }
  }
  return holding;
}

}  // namespace answerbox::daemon
