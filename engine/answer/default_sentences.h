// The choice of the sentence in profile default. With w(x) the inverse document
// frequency of a question term x over the n sentences at hand, c(x) of which
// hold it, ln((n + 1) / (c + 1/2)), and sim(x, s) how close the closest word of
// sentence s is to x:
//   coverage(s) = sum over x of w(x) sim(x, s) / sum over x of w(x)
//   score(s)    = coverage(s) + kRetrievalShare * BM25 of its best chunk
// Coverage is the confidence: the weighted share of the question that the
// sentence speaks of.
#pragma once

#include <span>

#include "engine/answer/scored_sentence.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

// The best `count` sentences of `chunks`, best first; equal ones in document
// order. Headings are not answers. Errors: kTruncated, kCorrupt. Throws
// std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredSentence<A>>> RankDefaultSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    std::size_t count, Arena& arena);

}  // namespace answerbox::engine
