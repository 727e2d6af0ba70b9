// Chooses the sentence as published. With Q the question's terms and T the
// sentence's, as sets:
//   score = a |T n Q| / |Q| + b |T n Q| / |T| + c min(words / 30, 1)
//   final = 0.6 score + 0.4 cosine of the chunk + 0.1 for a chunk's first
//   sentence
// The publication describes the last term as a reward for chunks that have not
// contributed yet, which all sentences of a chunk would share. Its published
// figures are reproduced only if the first sentence of a chunk alone gets it,
// so profile paper does that.
#pragma once

#include <span>

#include "engine/answer/ranking/scored_sentence.h"
#include "engine/numeric/fixed_point.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Each in [0, 1].
struct PaperWeights {
  Q16 coverage = Q16::FromRatio(5, 10);  // a
  Q16 density = Q16::FromRatio(3, 10);   // b
  Q16 length = Q16::FromRatio(2, 10);    // c
};

// The best `count` sentences of `chunks`, best first; equal scores by rank of
// the chunk, then by place. Confidence is the score, cut to 1.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredSentence<A>>> RankPaperSentences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::span<const ScoredChunk<A>> chunks, const PaperWeights& weights,
    std::size_t count, Arena& arena);

}  // namespace answerbox::engine
