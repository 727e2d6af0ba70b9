// Selections of sentences that know no question: the beginning, sentences at
// random, and LexRank. Whatever is measured stands beside them, as measures of
// shared words reward length and spread by themselves.
//
// Each gives indices of sentences, ascending, that do not exceed the budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/evaluate/baselines/sentence.h"

namespace answerbox::lab {

// The first sentences, up to the one that no longer fits.
[[nodiscard]] std::vector<std::size_t> LeadSentences(
    std::span<const BaselineSentence> sentences, BaselineBudget budget);

// Sentences in a random order, as long as any fits. The same seed chooses the
// same ones on every machine.
[[nodiscard]] std::vector<std::size_t> RandomSentences(
    std::span<const BaselineSentence> sentences, BaselineBudget budget,
    std::uint64_t seed);

// Sentences by descending score, as long as any fits; of equal scores the
// earlier one first.
//   scores  [sentences]
[[nodiscard]] std::vector<std::size_t> BestSentences(
    std::span<const BaselineSentence> sentences, std::span<const double> scores,
    BaselineBudget budget);

}  // namespace answerbox::lab
