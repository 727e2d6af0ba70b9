// The published retrieval: cosine of TF-IDF vectors, tfidf(t, d) = f(t, d) /
// |d|
// * (ln((N + 1) / (n_t + 1)) + 1). The factor 1 / |d| cancels in a cosine and
// is left out. N, n_t and the squared lengths (collection_norms.h) are over the
// live documents of all segments together.
#pragma once

#include <span>

#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The best `count` chunks, best first; scores in [0, 1]. If fewer chunks match,
// the first chunks without a match, in the order of documents, follow with
// score 0, as in the published system. Precondition: if
// NeedCollectionNorms(segments), the segments have their `squared_norms`.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::size_t count, Arena& arena);

}  // namespace answerbox::engine
