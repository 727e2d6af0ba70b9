// A lexicon of three terms, so that weights can be computed by hand. In 1/256,
// pump is 512, valve and drill are 256, all others 3840.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {

class SmallLexicon {
 public:
  static std::vector<WrittenTerm> Terms() {
    std::vector<WrittenTerm> terms = {{LexiconHash("pump"), {32, 1, 10}},
                                      {LexiconHash("valv"), {16, -2, -3}},
                                      {LexiconHash("drill"), {16, 5, 7}}};
    std::ranges::sort(terms, {}, &WrittenTerm::hash);
    return terms;
  }
  static constexpr std::uint8_t kUnknown = 240;

  [[nodiscard]] const Lexicon& get() const { return lexicon_; }

 private:
  std::vector<std::byte> bytes_ = EncodeLexicon(Terms());
  Lexicon lexicon_ = *Lexicon::Open(bytes_, kUnknown);
};

}  // namespace answerbox::engine
