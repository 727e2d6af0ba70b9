// Reads text tables with tabs between columns.
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace answerbox::lab {

// Calls visit(columns) for every line but the first, which names the columns.
// Returns false, after a message, when the file cannot be read.
template <typename Visit>
bool ForEachLine(const std::filesystem::path& path, const Visit& visit) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line)) {
    std::cerr << "cannot read " << path << '\n';
    return false;
  }
  while (std::getline(file, line)) {
    std::vector<std::string> columns(1);
    for (const char c : line) {
      if (c == '\t') {
        columns.emplace_back();
      } else if (c != '\r') {
        columns.back() += c;
      }
    }
    visit(columns);
  }
  return true;
}

}  // namespace answerbox::lab
