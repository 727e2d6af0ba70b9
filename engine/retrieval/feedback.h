// Expands a question by terms of the chunks that it retrieved first (pseudo-
// relevance feedback, RM3). The expanded question is retrieved again.
//
//   relevance model   p(w | R) = sum over the first N chunks d of
//                     p(w | d) p(d | Q), of the M most probable terms
//                     (Lavrenko and Croft 2001, method 1)
//   weight of a term  (1 - lambda) p(w | Q) + lambda p(w | R)
//                     (RM3: Abdul-Jaleel et al., TREC 2004; Lv and Zhai,
//                     CIKM 2009, equation 5)
//
// p(w | d) is the share of w among the terms of d's sentences, and p(d | Q) is
// in proportion to the chunk's score. BM25 retrieves by these weights: each
// multiplies its term's inverse document frequency (TermLookup::ScaleBy). All
// weights are multiplied by the number of the question's terms, so that their
// sum is that of a question without feedback.
//
// Computed with integers in both arithmetics. Equally probable terms are taken
// in the order of bytes. The result does not depend on which segments hold the
// documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/numeric/fixed_point.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxFeedbackChunks = 64;
// The terms of a chunk that are looked at; further ones are left out.
inline constexpr std::size_t kMaxFeedbackChunkTerms = 1024;

// More weight finds more about a subject, and less surely the one chunk that
// answers. docs/lab/evaluation.md has figures of both.
struct Feedback {
  std::size_t chunks = 8;  // N, 1 to kMaxFeedbackChunks.
  // M. Fewer if the question would have more than kMaxQuestionTerms terms.
  std::size_t terms = 30;
  std::uint32_t percent = 50;  // lambda, 0 to 100.
};

struct ExpandedQuestion {
  QuestionTerms terms;           // `distinct` begins with the question's own.
  std::span<const Q16> weights;  // By term.
  TermLookup lookup;             // Scaled by the weights.
};

// Everything of the result is in the arena. Takes 16 bytes per term of the
// chunks for a while; where they are of several segments, also these terms'
// texts. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   terms   of the question
//   chunks  what it retrieved, best first; scores at least 0
template <typename A>
[[nodiscard]] Result<ExpandedQuestion> ExpandByFeedback(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    std::span<const ScoredChunk<A>> chunks, const Feedback& feedback,
    Arena& arena);

}  // namespace answerbox::engine
