// Texts as numbers of their terms, for sets and baselines that compare texts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/term_normalizer.h"

namespace answerbox::lab {

class TermNumbers {
 public:
  TermNumbers() : normalizer_(engine::Profile::kDefault) {}

  // The terms of a text in order (profile default: stems without stop words).
  // The same term has the same number in all texts.
  [[nodiscard]] std::vector<std::uint32_t> Read(std::string_view text);

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  engine::TermNormalizer normalizer_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

}  // namespace answerbox::lab
