// The published retrieval: cosine of TF-IDF vectors,
//   tfidf(t, d) = f(t, d) / |d| * (ln((N + 1) / (n_t + 1)) + 1)
// The factor 1 / |d| cancels in a cosine and
// is left out. N, n_t and the squared lengths are over the
// live documents of all segments together.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"
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

// The published inverse document frequency, in Q5.11, of a term that `holding`
// of `chunks` chunks hold.
[[nodiscard]] std::uint16_t CollectionIdf(std::uint64_t chunks,
                                          std::uint64_t holding) noexcept;

// The norms are the squared lengths of the chunks' vectors: the sum over a
// chunk's distinct terms of (frequency * idf)^2, with the idf of the whole
// collection. Those that a segment stores (SegmentReader::SquaredNorm) are
// right only if the segment is the whole collection and none of its documents
// was removed. False: they are right.
[[nodiscard]] bool NeedCollectionNorms(
    std::span<const LiveSegment> segments) noexcept;

// Number of norms, including those of removed chunks.
[[nodiscard]] std::uint64_t CollectionNormCount(
    std::span<const LiveSegment> segments) noexcept;

// Fills `norms`: those of the first segment by chunk, then those of the next.
// Reads the dictionaries of all segments once and their postings twice.
// Allocates a cursor per segment. Errors: kTruncated, kCorrupt.
//   norms  [CollectionNormCount(segments)], zeros
[[nodiscard]] Result<void> ComputeCollectionNorms(
    std::span<const LiveSegment> segments, std::span<std::uint64_t> norms);

}  // namespace answerbox::engine
