// Related words from a list of pairs.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {

class OpenedRelatedWords {
 public:
  OpenedRelatedWords(std::initializer_list<WrittenRelation> relations)
      : OpenedRelatedWords(RelateWords(std::span(relations))) {}
  explicit OpenedRelatedWords(const WrittenRelatedWords& words)
      : bytes_(words.Encode()),
        opened_(*RelatedWords::Open(bytes_, words.Shape())) {}

  [[nodiscard]] const RelatedWords& get() const { return opened_; }

 private:
  std::vector<std::byte> bytes_;
  RelatedWords opened_;
};

}  // namespace answerbox::engine
