// Hashes over the outcomes of all questions, in order. Equal hashes show that
// two runs gave equal answers, to the bit. docs/lab/evaluation.md says what is
// hashed.
#pragma once

#include <span>
#include <string>

#include "lab/evaluate/question_outcome.h"

namespace answerbox::lab {

// SHA-256 in hexadecimal digits.
struct OutcomeDigest {
  std::string answers;      // Over ids, answers and scores.
  std::string confidences;  // In profile default, the judge's and not the
                            // score's.
};

[[nodiscard]] OutcomeDigest DigestOutcomes(
    std::span<const QuestionOutcome> outcomes);

}  // namespace answerbox::lab
