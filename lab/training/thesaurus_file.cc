#include "lab/training/thesaurus_file.h"

#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#include "engine/answer/evidence/thesaurus.h"

namespace answerbox::lab {

bool ThesaurusFile::Open(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed(std::istreambuf_iterator<char>(file), {});
  auto bytes = engine::UnpackThesaurus(std::as_bytes(std::span(packed)));
  if (!bytes) return false;
  bytes_ = std::move(*bytes);
  const auto opened = engine::Thesaurus::Open(bytes_);
  if (opened) opened_ = *opened;
  return opened_.has_value();
}

}  // namespace answerbox::lab
