// Makes answers in the form that fits the question: finds the units that answer
// best, and writes each as a person reads it.
#pragma once

#include <span>

#include "engine/ask/stages.h"

namespace answerbox::engine {

// At most Question::answers, best first, of Question::form; empty if no
// sentence can answer. Profile default only.
//   chunks   retrieved, best first
//   ranked   sentences by the sentence ranker, best first
// The results' `decided` have a confidence, but no score.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<FormedAnswer>> FormAnswers(
    const Inquiry& inquiry, std::span<const ScoredChunk<A>> chunks,
    std::span<const ScoredSentence<A>> ranked);

}  // namespace answerbox::engine
