// Re-ranks the best chunks by the question's word pairs: adds a share of BM25
// over bigrams of stems. Bigrams are counted in the stored sentences of the
// retrieved chunks, so the index stores none. A bigram's document frequency is
// the number of retrieved chunks that hold it. That is close to its frequency
// in the whole collection, because these chunks were retrieved by the bigram's
// own words.
#pragma once

#include <span>

#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Adds to the scores of `chunks` and sorts them again.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<void> RerankByBigrams(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<ScoredChunk<A>> chunks, Arena& arena);

}  // namespace answerbox::engine
