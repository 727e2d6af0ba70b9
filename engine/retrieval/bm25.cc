#include "engine/retrieval/bm25.h"

#include <algorithm>
#include <type_traits>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/block_max_search.h"
#include "engine/retrieval/matching_chunks.h"

namespace answerbox::engine {
namespace {

template <typename A>
typename A::Score WeightOf(const TermLookup& lookup, std::size_t term) {
  // The scale is 1 but for questions that feedback expanded.
  return Bm25TermWeight<A>(lookup, term) * A::FromFixed(lookup.scale(term));
}

template <typename A>
WeighedConcept<A> Weigh(const TermLookup& lookup, const TermConcept& grouped,
                        Arena& arena) {
  const auto own = MakeSpan<WeighedTerm<A>>(arena, grouped.own.size());
  typename A::Score most{};
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::uint8_t term = grouped.own[i];
    own[i] = {term, WeightOf<A>(lookup, term)};
    most = std::max(most, own[i].weight);
  }
  const auto others = MakeSpan<WeighedTerm<A>>(arena, grouped.others.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    const OtherTerm& other = grouped.others[i];
    others[i] = {other.term, std::min(most, WeightOf<A>(lookup, other.term)) *
                                 A::FromFixed(other.share)};
  }
  return {own, others};
}

// Whether a term that nearly all chunks hold may have the weight 0 in a chunk.
// The weight is least in the longest possible chunk.
bool MayWeighNothing(std::span<const WeighedConcept<FixedArithmetic>> concepts,
                     const TermLookup& lookup) {
  using A = FixedArithmetic;
  const auto least = Bm25Saturation(lookup).Weight<A>(1, kMaxChunkLength);
  const auto is_nothing = [&](const WeighedTerm<A>& each) {
    return each.weight * least == A::Score{};
  };
  return std::ranges::any_of(concepts, [&](const WeighedConcept<A>& each) {
    return std::ranges::any_of(each.own, is_nothing) ||
           std::ranges::any_of(each.others, is_nothing);
  });
}

// The score of one chunk.
template <typename A>
class ChunkScore {
 public:
  ChunkScore(std::span<const WeighedConcept<A>> concepts,
             const TermLookup& lookup, Arena& arena)
      : concepts_(concepts),
        saturation_(lookup),
        frequencies_(MakeSpan<std::uint32_t>(arena, lookup.term_count())) {}

  // Concept by concept: so a sum of doubles is the same whatever segments hold
  // the chunks.
  typename A::Score Of(const MatchingChunks& matching) {
    for (const TermHit& hit : matching.hits()) {
      frequencies_[hit.term] = hit.frequency;
    }
    typename A::Score score{};
    for (const WeighedConcept<A>& each : concepts_) {
      typename A::Score own{};
      for (const auto& term : each.own) own += Weight(term, matching);
      typename A::Score other{};
      for (const auto& term : each.others) {
        other = std::max(other, Weight(term, matching));
      }
      score += JoinScores<A>(own, other);
    }
    for (const TermHit& hit : matching.hits()) frequencies_[hit.term] = 0;
    return score;
  }

 private:
  typename A::Score Weight(const WeighedTerm<A>& term,
                           const MatchingChunks& matching) const {
    const std::uint32_t frequency = frequencies_[term.term];
    if (frequency == 0) return {};
    return term.weight *
           saturation_.template Weight<A>(frequency, matching.term_count());
  }

  std::span<const WeighedConcept<A>> concepts_;
  Bm25Saturation saturation_;
  std::span<std::uint32_t> frequencies_;  // [term]; of the current chunk.
};

}  // namespace

template <typename A>
std::span<const WeighedConcept<A>> WeighConcepts(const TermLookup& lookup,
                                                 Arena& arena) {
  auto concepts = lookup.concepts();
  if (concepts.empty()) {
    const auto terms = MakeSpan<std::uint8_t>(arena, lookup.term_count());
    const auto alone = MakeSpan<TermConcept>(arena, lookup.term_count());
    for (std::size_t t = 0; t < terms.size(); ++t) {
      terms[t] = static_cast<std::uint8_t>(t);
      alone[t].own = terms.subspan(t, 1);
    }
    concepts = alone;
  }
  const auto weighed = MakeSpan<WeighedConcept<A>>(arena, concepts.size());
  for (std::size_t i = 0; i < concepts.size(); ++i) {
    weighed[i] = Weigh<A>(lookup, concepts[i], arena);
  }
  return weighed;
}

template <typename A>
Result<std::span<ScoredChunk<A>>> RetrieveBm25Exhaustively(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::size_t count, Arena& arena) {
  ChunkScore<A> score(WeighConcepts<A>(lookup, arena), lookup, arena);
  DocumentOrder order(segments);
  TopChunks<A> top(count, order, arena);
  MatchingChunks matching(lookup, arena);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (auto opened = matching.Open(segments[s], s); !opened) {
      return opened.error();
    }
    for (;;) {
      const auto moved = matching.Next();
      if (!moved) return moved.error();
      if (!*moved) break;
      top.Offer({{static_cast<std::uint32_t>(s), matching.chunk()},
                 score.Of(matching)});
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
    const auto concepts = WeighConcepts<A>(lookup, arena);
    BlockMaxSearch search(lookup, concepts, most_chunks, top, arena);
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (auto searched = search.Search(segments[s], s); !searched) {
        return searched.error();
      }
    }
    // BlockMaxSearch does not find chunks whose score is 0. They belong to the
    // result if fewer chunks match than are wanted.
    if (!top.is_full() && MayWeighNothing(concepts, lookup)) {
      return RetrieveBm25Exhaustively<A>(segments, lookup, count, arena);
    }
    return top.Sorted();
  }
}

template std::span<const WeighedConcept<FixedArithmetic>> WeighConcepts(
    const TermLookup&, Arena&);
template std::span<const WeighedConcept<FloatArithmetic>> WeighConcepts(
    const TermLookup&, Arena&);
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
