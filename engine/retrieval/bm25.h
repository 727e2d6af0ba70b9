// Okapi BM25 over stems (Robertson and Zaragoza 2009, equation 3.15), k1 = 1.2,
// b = 0.75, with the inverse document frequency ln(1 + (N - n + .5) / (n +
// .5)), which is never negative. Statistics are over all segments together.
#pragma once

#include <span>

#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// The weight of an occurrence count: tf (k1 + 1) / (tf + k1 (1 - b + b L /
// avg)), in [0, 2.2].
class Bm25Saturation {
 public:
  explicit Bm25Saturation(const TermLookup& lookup) noexcept
      : Bm25Saturation(lookup.chunks(), lookup.chunk_terms()) {}
  //   chunks       of the collection, below 2^32
  //   chunk_terms  in all of them, with repetitions, below 2^42
  Bm25Saturation(std::uint64_t chunks, std::uint64_t chunk_terms) noexcept
      : chunks_(chunks), chunk_terms_(chunk_terms) {}

  //   frequency   of the term in the chunk, at most kMaxFrequency
  //   term_count  the chunk's length L in terms, below 2^16
  template <typename A>
  [[nodiscard]] typename A::Score Weight(
      std::uint32_t frequency, std::uint32_t term_count) const noexcept {
    // Numerator and denominator are multiplied by 10 and the sum of all
    // lengths, so that all terms are integers.
    const std::uint64_t tf = frequency * chunk_terms_;
    const std::uint64_t length = term_count * chunks_;
    return A::Ratio(22 * tf, 10 * tf + 3 * chunk_terms_ + 9 * length);
  }

 private:
  std::uint64_t chunks_;       // Below 2^32.
  std::uint64_t chunk_terms_;  // Below 2^42.
};

// ln(1 + (N - n + .5) / (n + .5)) = ln((2N + 2) / (2n + 1)).
template <typename A>
[[nodiscard]] typename A::Score Bm25Idf(std::uint64_t chunks,
                                        std::uint64_t holding) noexcept {
  return A::LnRatio(2 * chunks + 2, 2 * holding + 1);
}

// The weight of a term of the question: the idf of each frequency that it is
// weighed by, together. There are at most kMaxSynonymTerms, so in fixed
// arithmetic the sum is below 2^8, and below 2^10 when it is saturated.
template <typename A>
[[nodiscard]] typename A::Score Bm25TermWeight(const TermLookup& lookup,
                                               std::size_t term) noexcept {
  typename A::Score weight{};
  for (const std::uint64_t holding : lookup.weighed_frequencies(term)) {
    weight += Bm25Idf<A>(lookup.chunks(), holding);
  }
  return weight;
}

template <typename A>
struct WeighedTerm {
  std::uint8_t term = 0;  // In the lookup.
  typename A::Score weight{};
};

template <typename A>
struct WeighedConcept {
  std::span<const WeighedTerm<A>> own;
  std::span<const WeighedTerm<A>> others;
};

// The lookup's concepts with the weights of their terms. Another term weighs no
// more than its share of the heaviest own term: a rare word says no more about
// a frequent one than the frequent one itself. Throws std::bad_alloc past the
// arena.
template <typename A>
[[nodiscard]] std::span<const WeighedConcept<A>> WeighConcepts(
    const TermLookup& lookup, Arena& arena);

// The best `count` chunks that hold any term of the question, best first. In
// fixed arithmetic, chunks that cannot be among them are not scored
// (block_max_search.h).
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> RetrieveBm25(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::size_t count, Arena& arena);

// Like RetrieveBm25, but scores every match: the reference for testing it.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> RetrieveBm25Exhaustively(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::size_t count, Arena& arena);

// Re-ranks the best chunks by the question's word pairs: adds a share of BM25
// over bigrams of stems. Bigrams are counted in the stored sentences of the
// retrieved chunks, so the index stores none. A bigram's document frequency is
// the number of retrieved chunks that hold it. That is close to its frequency
// in the whole collection, because these chunks were retrieved by the bigram's
// own words. Adds to the scores of `chunks` and sorts them again.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<void> RerankByBigrams(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<ScoredChunk<A>> chunks, Arena& arena);

}  // namespace answerbox::engine
