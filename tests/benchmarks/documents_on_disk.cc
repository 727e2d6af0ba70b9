#include "tests/benchmarks/documents_on_disk.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace answerbox {
namespace {

namespace fs = std::filesystem;

const fs::path kProject = ANSWERBOX_SOURCE_DIR;

std::optional<std::vector<std::string>> ReadMedquad() {
  const char* named = std::getenv("ANSWERBOX_DATA");
  const fs::path data =
      named != nullptr ? fs::path(named) : kProject / "../shared/data";
  const fs::path folder = data / "medquad/docs";
  if (!fs::exists(folder)) return std::nullopt;
  return ReadFolder(folder, ".md");
}

}  // namespace

std::vector<std::string> ReadFolder(const fs::path& folder,
                                    const std::string& extension) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file),
                       std::istreambuf_iterator<char>());
  }
  return texts;
}

const std::vector<std::string>& Handbook() {
  static const auto texts =
      ReadFolder(kProject / "deploy/sample-handbook", ".md");
  return texts;
}

const std::optional<std::vector<std::string>>& Medquad() {
  static const auto texts = ReadMedquad();
  return texts;
}

}  // namespace answerbox
