// How the terms that retrieval looks for belong together. A concept is a word
// of the question, or a phrase of it, with other words that a document may have
// in its place. Other words do not add to a score as words of the question do:
// a chunk is about the concept as much as the better of both says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// The most terms that retrieval looks for: those of the question, synonyms, and
// other words of concepts.
inline constexpr std::size_t kMaxRetrievedTerms = 192;
static_assert(kMaxRetrievedTerms > 2 * kMaxQuestionTerms);

struct OtherTerm {
  std::uint8_t term = 0;  // In the lookup.
  Q16 share;              // Of a term's weight, in [0, 1].
};

struct TermConcept {
  std::span<const std::uint8_t> own;  // Terms in the lookup; their scores add.
  std::span<const OtherTerm> others;  // The best one counts.
};

// The score of a chunk for a concept. Grows with both parameters.
//   own    by the concept's own terms, in [0, 2^13)
//   other  by the best of its other terms, in the same range
template <typename A>
[[nodiscard]] constexpr typename A::Score JoinScores(
    typename A::Score own, typename A::Score other) noexcept {
  // A fifth of the lesser one: a chunk that has both is a little surer.
  if constexpr (A::kArithmetic == Arithmetic::kFixed) {
    // In numbers, so that the compiler joins several at once.
    const std::int32_t lesser = std::min(own.raw(), other.raw());
    return Q16::FromRaw(own.raw() + other.raw() - lesser + (lesser * 13 >> 6));
  } else {
    return std::max(own, other) + std::min(own, other) * 13 / 64;
  }
}

}  // namespace answerbox::engine
