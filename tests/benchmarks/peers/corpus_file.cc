#include "tests/benchmarks/peers/corpus_file.h"

#include <array>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {

CorpusWriter::CorpusWriter(const std::filesystem::path& path)
    : file_(path, std::ios::binary) {
  if (!file_) Fail("cannot write " + path.string());
}

void CorpusWriter::Add(std::string_view text) {
  std::array<char, 4> length{};
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>((text.size() >> (8 * i)) & 0xFF);
  }
  file_.write(length.data(), length.size());
  file_.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void CorpusWriter::Close() {
  file_.close();
  if (!file_) Fail("the corpus could not be written: is the disk full?");
}

CorpusReader::CorpusReader(const std::filesystem::path& path)
    : file_(path, std::ios::binary) {
  if (!file_) Fail("cannot read " + path.string());
}

bool CorpusReader::Next(std::string& text) {
  std::array<char, 4> length{};
  if (!file_.read(length.data(), length.size())) return false;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < length.size(); ++i) {
    bytes |= std::size_t{static_cast<unsigned char>(length[i])} << (8 * i);
  }
  text.resize(bytes);
  if (!file_.read(text.data(), static_cast<std::streamsize>(bytes))) {
    Fail("the corpus file is cut short");
  }
  return true;
}

}  // namespace answerbox::benchmarks
