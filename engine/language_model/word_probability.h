// p(word | chunk): how likely a chunk's author would have written a word, by
// the chunk's own words, smoothed by the collection's (Zhai and Lafferty 2004,
// "A study of smoothing methods for language models applied to information
// retrieval", ACM TOIS 22).
//
//   Dirichlet       p = (c(w; d) + mu p(w | C)) / (|d| + mu)        (table I)
//   Jelinek-Mercer  p = (1 - lambda) c(w; d) / |d| + lambda p(w | C)
//   collection      p(w | C) = c(w; C) / |C|
//
// c(w; d) is the word's frequency in the chunk, |d| the chunk's length,
// c(w; C) and |C| those of the collection, all in terms: stems without stop
// words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/result.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

enum class SmoothingMethod : std::uint8_t { kDirichlet, kJelinekMercer };

inline constexpr std::uint32_t kMaxDirichletMu = 10'000;
inline constexpr std::uint32_t kJelinekMercerOne = 256;

// The defaults measured best on Cranfield (docs/lab/evaluation.md).
inline constexpr std::uint32_t kDefaultDirichletMu = 200;
inline constexpr std::uint32_t kDefaultJelinekMercer = 179;  // lambda = 0.7.

struct Smoothing {
  SmoothingMethod method = SmoothingMethod::kDirichlet;
  // Dirichlet: mu in terms, 1 to kMaxDirichletMu. Jelinek-Mercer: lambda in
  // 1/256, 1 to 256.
  std::uint32_t parameter = kDefaultDirichletMu;
};

// The counts behind p(w | C). A collection without terms gives every word the
// probability 0.
struct WordInCollection {
  std::uint64_t frequency = 0;  // At most `terms`.
  std::uint64_t terms = 0;      // Below 2^42.
};

struct WordInChunk {
  std::uint32_t frequency = 0;  // At most `length`.
  std::uint32_t length = 0;     // Below 2^16; 0: an empty chunk.
};

// numerator / denominator.
struct WordProbability {
  std::uint64_t numerator = 0;    // At most the denominator; below 2^62.
  std::uint64_t denominator = 1;  // From 1.
};

// Returns the probability. It is exact, except that the low bits of counts are
// dropped for a collection of more than 2^36 terms. 0 only for a word that
// neither the chunk nor the collection has. Constant time.
[[nodiscard]] WordProbability ProbabilityInChunk(
    const WordInChunk& chunk, const WordInCollection& collection,
    const Smoothing& smoothing) noexcept;

// ln p, at most 0. Precondition: p is not 0.
template <typename A>
[[nodiscard]] typename A::Score LnProbability(
    const WordProbability& probability) noexcept {
  return A::LnRatio(probability.numerator, probability.denominator);
}

// Counts terms in the live documents of all segments, whatever segments hold
// them: the counts of a word's probability in the collection. A segment stores
// the occurrences of a term in all documents that it holds; if some were
// removed, the sentences of those are read and their terms subtracted. So the
// time is that of a search in each dictionary, and linear in the text of
// removed documents that segments still hold. Takes 8 bytes per term from the
// arena if documents were removed. Errors: kTruncated, kCorrupt. Throws
// std::bad_alloc past the arena.
//   counts  [terms] filled
[[nodiscard]] Result<void> CountLiveOccurrences(
    std::span<const LiveSegment> segments,
    std::span<const std::string_view> terms, std::span<WordInCollection> counts,
    Arena& arena);

// Does the same for terms that were already looked up. Takes the counts from
// the arena, too.
//   lookup  TermLookup::Find(segments, ...)
[[nodiscard]] Result<std::span<const WordInCollection>> CountLiveOccurrences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    Arena& arena);

}  // namespace answerbox::engine
