// A corpus on disk: documents one after another, each as the length of its text
// (4 bytes, little-endian) and the text. Read and written as a stream, so that
// a corpus larger than memory can be made and indexed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace answerbox::benchmarks {

class CorpusWriter {
 public:
  explicit CorpusWriter(const std::filesystem::path& path);
  void Add(std::string_view text);
  // Writes what is left; fails the program if anything was not written.
  void Close();

 private:
  std::ofstream file_;
};

class CorpusReader {
 public:
  explicit CorpusReader(const std::filesystem::path& path);
  // The next document into `text`; false after the last.
  [[nodiscard]] bool Next(std::string& text);

 private:
  std::ifstream file_;
};

}  // namespace answerbox::benchmarks
