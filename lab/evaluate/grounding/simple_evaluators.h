// Simple measures of whether an answer came from a context, to compare ConSens
// with. None scores stop words, punctuation and words of the question.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lab/evaluate/grounding/grounding_corpus.h"
#include "lab/evaluate/grounding/term_numbers.h"

namespace answerbox::lab {

struct SimpleScores {
  double share = 0.0;  // Of the scored words, the share that is in the context.
  double cosine = 0.0;  // Of answer and context, by TF-IDF.
  double unigram =
      0.0;  // The mean of ln p_C - ln p_E, where p_C is .9 tf_C/|C|
            // + .1 p_E.
};

class SimpleEvaluators {
 public:
  // Words are counted in `texts`; each is a document.
  explicit SimpleEvaluators(const std::vector<std::string>& texts);

  // All are 0 if no word is scored.
  [[nodiscard]] SimpleScores Score(const GroundingCase& one);

 private:
  [[nodiscard]] double IdfOf(std::uint32_t term) const;

  TermNumbers numbers_;
  double documents_ = 0;
  double all_terms_ = 0;
  std::vector<double> holding_;      // [term] documents.
  std::vector<double> frequencies_;  // [term]
};

}  // namespace answerbox::lab
