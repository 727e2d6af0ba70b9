// Writes a thesaurus as docs/lab/thesaurus-format.md says.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"

namespace answerbox::engine {

// Neighbours of each term, in the order given, with their lowest bits: 1 for
// the closer level, 2 for backward, 4 for a beginning that is alike.
inline constexpr unsigned kFlagBackward = 2;
inline constexpr unsigned kFlagAlike = 4;
using WrittenNeighbours = std::vector<std::pair<std::string, unsigned>>;

[[nodiscard]] std::vector<std::byte> WriteThesaurus(
    const std::map<std::string, WrittenNeighbours>& words);

class OpenedThesaurus {
 public:
  OpenedThesaurus(
      std::initializer_list<std::pair<const std::string, WrittenNeighbours>>
          words)
      : bytes_(WriteThesaurus(words)), opened_(*Thesaurus::Open(bytes_)) {}
  OpenedThesaurus(const OpenedThesaurus&) = delete;
  OpenedThesaurus& operator=(const OpenedThesaurus&) = delete;

  [[nodiscard]] const Thesaurus& get() const { return opened_; }

 private:
  std::vector<std::byte> bytes_;
  Thesaurus opened_;
};

// The neighbours of a term, with their closeness.
[[nodiscard]] std::vector<std::pair<std::string, int>> NeighboursOf(
    const Thesaurus& thesaurus, std::string_view term);

}  // namespace answerbox::engine
