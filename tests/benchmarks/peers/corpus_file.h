// A corpus on disk: documents one after another, each as the length of its text
// (4 bytes, little-endian) and the text. It is read and written as a stream, so
// that a corpus can be larger than memory.
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
  // Writes the rest of the buffer. Ends the program if anything was not
  // written.
  void Close();

 private:
  std::ofstream file_;
};

class CorpusReader {
 public:
  explicit CorpusReader(const std::filesystem::path& path);
  // Puts the next document into `text`. False after the last one.
  [[nodiscard]] bool Next(std::string& text);

 private:
  std::ifstream file_;
};

}  // namespace answerbox::benchmarks
