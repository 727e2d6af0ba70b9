// Ranks the sentences of retrieved chunks in one step.
#pragma once

#include <cstddef>
#include <span>

#include "engine/answer/ranking/learned_sentences.h"
#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {

template <typename A>
Result<std::span<ScoredSentence<A>>> GatherAndRank(
    const AskedQuestion& asked, std::span<ScoredChunk<A>> chunks,
    std::size_t count, const AnswerModel& model, RankingObserver* observer,
    Arena& arena) {
  const auto candidates =
      GatherLearnedCandidates<A>(asked.segments(), asked.terms(),
                                 asked.lookup(), chunks, model, nullptr, arena);
  if (!candidates) return candidates.error();
  return RankLearnedSentences<A>(asked.segments(), asked.terms(), *candidates,
                                 chunks, count, model, observer, arena);
}

}  // namespace answerbox::engine
