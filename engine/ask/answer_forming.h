// Makes answers in the form that fits the question: finds the units that answer
// best, and writes each as a person reads it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/ask/stages.h"

namespace answerbox::engine {

struct FormedAnswers {
  std::span<FormedAnswer> answers;
  // The rank of the sentence that decided the first answer, if it is ranked.
  std::optional<std::size_t> decided_rank;
};

// At most Question::answers, best first, of Question::form; empty if no
// sentence can answer. Profile default only.
//   chunks   retrieved, best first
//   ranked   sentences by the sentence ranker, best first
//   learned  what they were ranked by
// The results' `decided` have a confidence, but no score.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<FormedAnswers> FormAnswers(
    const Inquiry& inquiry, std::span<const ScoredChunk<A>> chunks,
    std::span<const ScoredSentence<A>> ranked,
    const LearnedCandidates& learned);

}  // namespace answerbox::engine
