// The published retrieval: cosine of TF-IDF vectors, tfidf(t, d) = f(t, d) /
// |d|
// * (ln((N + 1) / (n_t + 1)) + 1). The factor 1 / |d| cancels in a cosine and
// is left out. N and n_t are those of the live documents of all segments
// together, as the squared lengths are (collection_norms.h).
#pragma once

#include <span>

#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The best `count` chunks, best first; scores in [0, 1]. Where fewer match, the
// first chunks without any match, in the order of documents, follow with score
// 0, as in the published system. Precondition: the segments have their
// `squared_norms` where NeedCollectionNorms(segments). Errors: kTruncated,
// kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::size_t count, Arena& arena);

}  // namespace answerbox::engine
