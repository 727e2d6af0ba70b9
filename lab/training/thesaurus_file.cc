#include "lab/training/thesaurus_file.h"

#include <fstream>
#include <iterator>
#include <span>

namespace answerbox::lab {

bool ThesaurusFile::Open(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(file), {});
  const auto opened = engine::Thesaurus::Open(std::as_bytes(std::span(bytes_)));
  if (opened) opened_ = *opened;
  return opened_.has_value();
}

}  // namespace answerbox::lab
