// Re-ranks chunks by query likelihood: how likely the author of a chunk would
// have asked the question (Ponte and Croft 1998; Zhai and Lafferty 2004,
// equation 2). The score is the mean over the question's words q of
//
//   ln p(q | chunk)
//
// with the smoothed p of word_probability.h; a word that comes n times counts n
// times. Words that no document has tell chunks apart by nothing and are left
// out.
#pragma once

#include <span>

#include "engine/language_model/word_probability.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// How many chunks the published pipeline re-ranks.
inline constexpr std::size_t kLikelihoodChunks = 50;

// Replaces the scores of `chunks` and sorts them. Seeks each term once in each
// chunk's postings. Takes a cursor's 1 KiB and 8 bytes per chunk from the
// arena, and what CountLiveOccurrences() takes. Errors: kTruncated, kCorrupt.
// Throws std::bad_alloc past the arena.
//   terms   the question's; `lookup` was found for them
//   chunks  of these segments
template <typename A>
[[nodiscard]] Result<void> RerankByLikelihood(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, const Smoothing& smoothing,
    std::span<ScoredChunk<A>> chunks, Arena& arena);

}  // namespace answerbox::engine
