#include "engine/retrieval/bm25.h"

#include <algorithm>
#include <type_traits>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/block_max_search.h"
#include "engine/retrieval/matching_chunks.h"

namespace answerbox::engine {
namespace {

template <typename A>
std::span<const typename A::Score> IdfOfTerms(const TermLookup& lookup,
                                              Arena& arena) {
  const auto idf = MakeSpan<typename A::Score>(arena, lookup.term_count());
  for (std::size_t t = 0; t < idf.size(); ++t) {
    // The scale is 1 but for questions that feedback expanded.
    idf[t] = Bm25TermWeight<A>(lookup, t) * A::FromFixed(lookup.scale(t));
  }
  return idf;
}

// Whether a term that nearly all chunks hold may have the weight 0 in a chunk.
// The weight is least in the longest possible chunk.
bool MayWeighNothing(std::span<const FixedArithmetic::Score> idf,
                     const TermLookup& lookup) {
  using A = FixedArithmetic;
  const auto least = Bm25Saturation(lookup).Weight<A>(1, kMaxChunkLength);
  return std::ranges::any_of(
      idf, [&](A::Score each) { return each * least == A::Score{}; });
}

}  // namespace

template <typename A>
Result<std::span<ScoredChunk<A>>> RetrieveBm25Exhaustively(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::size_t count, Arena& arena) {
  const auto idf = IdfOfTerms<A>(lookup, arena);
  const Bm25Saturation saturation(lookup);
  DocumentOrder order(segments);
  TopChunks<A> top(count, order, arena);
  MatchingChunks matching(lookup, arena);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    // Chunk by chunk, and within a chunk term by term in the order of the
    // question: so a sum of doubles is the same whatever segments hold the
    // chunks.
    if (auto opened = matching.Open(segments[s], s); !opened) {
      return opened.error();
    }
    for (;;) {
      const auto moved = matching.Next();
      if (!moved) return moved.error();
      if (!*moved) break;
      typename A::Score score{};
      for (const TermHit& hit : matching.hits()) {
        score += idf[hit.term] *
                 saturation.Weight<A>(hit.frequency, matching.term_count());
      }
      top.Offer({{static_cast<std::uint32_t>(s), matching.chunk()}, score});
    }
  }
  return top.Sorted();
}

template <typename A>
Result<std::span<ScoredChunk<A>>> RetrieveBm25(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::size_t count, Arena& arena) {
  // A sum of doubles depends on the order of adding, so every match is scored,
  // always in the same order.
  if constexpr (!std::is_same_v<A, FixedArithmetic>) {
    return RetrieveBm25Exhaustively<A>(segments, lookup, count, arena);
  } else {
    DocumentOrder order(segments);
    TopChunks<A> top(count, order, arena);
    if (count == 0) return top.Sorted();
    std::uint32_t most_chunks = 0;
    for (const LiveSegment& segment : segments) {
      most_chunks = std::max(most_chunks, segment.reader->counts().chunks);
    }
    const auto idf = IdfOfTerms<A>(lookup, arena);
    BlockMaxSearch search(lookup, idf, most_chunks, top, arena);
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (auto searched = search.Search(segments[s], s); !searched) {
        return searched.error();
      }
    }
    // BlockMaxSearch does not find chunks whose score is 0. They belong to the
    // result if fewer chunks match than are wanted.
    if (!top.is_full() && MayWeighNothing(idf, lookup)) {
      return RetrieveBm25Exhaustively<A>(segments, lookup, count, arena);
    }
    return top.Sorted();
  }
}

template Result<std::span<ScoredChunk<FixedArithmetic>>> RetrieveBm25(
    std::span<const LiveSegment>, const TermLookup&, std::size_t, Arena&);
template Result<std::span<ScoredChunk<FloatArithmetic>>> RetrieveBm25(
    std::span<const LiveSegment>, const TermLookup&, std::size_t, Arena&);
template Result<std::span<ScoredChunk<FixedArithmetic>>>
RetrieveBm25Exhaustively(std::span<const LiveSegment>, const TermLookup&,
                         std::size_t, Arena&);
template Result<std::span<ScoredChunk<FloatArithmetic>>>
RetrieveBm25Exhaustively(std::span<const LiveSegment>, const TermLookup&,
                         std::size_t, Arena&);

}  // namespace answerbox::engine
