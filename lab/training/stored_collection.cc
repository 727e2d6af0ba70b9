#include "lab/training/stored_collection.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace answerbox::lab {

bool StoredCollection::Open(const std::filesystem::path& folder) {
  std::ifstream manifest(folder / "manifest");
  std::string line;
  while (std::getline(manifest, line)) {
    std::istringstream words(line);
    std::string word;
    std::string number;
    if (!(words >> word >> number) || word != "segment") continue;
    std::ifstream file(folder / (number + ".segment"), std::ios::binary);
    auto bytes = std::make_unique<std::string>(
        std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    const auto reader = engine::SegmentReader::Open(
        std::as_bytes(std::span(bytes->data(), bytes->size())));
    if (!reader) return false;
    readers_.push_back(std::make_unique<engine::SegmentReader>(*reader));
    bytes_.push_back(std::move(bytes));
  }
  for (const auto& reader : readers_) {
    live_.push_back({reader.get(), &removed_});
  }
  return !live_.empty();
}

}  // namespace answerbox::lab
