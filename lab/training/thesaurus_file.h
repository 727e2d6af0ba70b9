// A thesaurus to ask with in place of the program's own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"

namespace answerbox::lab {

// What training/thesaurus.py wrote. It reads the bytes in place, so the object
// does not move.
class ThesaurusFile {
 public:
  ThesaurusFile() = default;
  ThesaurusFile(const ThesaurusFile&) = delete;
  ThesaurusFile& operator=(const ThesaurusFile&) = delete;

  // False if the file cannot be read or is no thesaurus.
  [[nodiscard]] bool Open(const std::string& path);

  // The program's own until Open() returned true.
  [[nodiscard]] const engine::Thesaurus& get() const {
    return opened_ ? *opened_ : engine::ShippedThesaurus();
  }

 private:
  std::vector<std::byte> bytes_;
  std::optional<engine::Thesaurus> opened_;
};

}  // namespace answerbox::lab
