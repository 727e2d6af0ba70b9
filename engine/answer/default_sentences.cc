#include "engine/answer/default_sentences.h"

#include "engine/answer/best_sentences.h"
#include "engine/answer/candidate_sentences.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

// A twentieth of the BM25 score: chosen on the tuning half, open retrieval.
constexpr std::uint64_t kRetrievalNumerator = 1;
constexpr std::uint64_t kRetrievalDenominator = 20;

// ln((n + 1) / (c + 1/2)) per term of the question, over the sentences at hand.
template <typename A>
std::span<const typename A::Score> SentenceIdf(
    const CandidateSentences& candidates, std::size_t term_count,
    Arena& arena) {
  const auto holding = MakeSpan<std::uint64_t>(arena, term_count);
  for (std::size_t c = 0; c < candidates.sentences().size(); ++c) {
    const auto similarities = candidates.similarities(c);
    for (std::size_t t = 0; t < term_count; ++t) {
      holding[t] += similarities[t] == kSame ? 1 : 0;
    }
  }
  const auto idf = MakeSpan<typename A::Score>(arena, term_count);
  for (std::size_t t = 0; t < term_count; ++t) {
    idf[t] =
        A::LnRatio(2 * candidates.sentences().size() + 2, 2 * holding[t] + 1);
  }
  return idf;
}

template <typename A>
typename A::Score Coverage(std::span<const Similarity> similarities,
                           std::span<const typename A::Score> idf,
                           typename A::Score total) {
  typename A::Score covered{};
  for (std::size_t t = 0; t < idf.size(); ++t) {
    if (similarities[t] == 0) continue;
    covered += idf[t] * A::Ratio(similarities[t], kSame);
  }
  return covered / total;
}

}  // namespace

template <typename A>
Result<std::span<ScoredSentence<A>>> RankDefaultSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    std::size_t count, Arena& arena) {
  const auto candidates =
      CandidateSentences::Gather(segments, terms, lookup, chunks, arena);
  if (!candidates) return candidates.error();
  const auto idf = SentenceIdf<A>(*candidates, terms.distinct.size(), arena);
  typename A::Score total{};
  for (const auto weight : idf) total += weight;
  const auto share = A::Ratio(kRetrievalNumerator, kRetrievalDenominator);
  BestSentences<A> best(count, arena);
  for (std::size_t c = 0; c < candidates->sentences().size(); ++c) {
    const CandidateSentence& candidate = candidates->sentences()[c];
    if (candidate.is_heading) continue;
    const ScoredChunk<A>& chunk = chunks[candidate.chunk_rank];
    const auto coverage = Coverage<A>(candidates->similarities(c), idf, total);
    best.Offer({candidate.segment, chunk.chunk, candidate.sentence,
                coverage + share * chunk.score, coverage});
  }
  return best.Sorted();
}

template Result<std::span<ScoredSentence<FixedArithmetic>>>
RankDefaultSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const TermLookup&,
                     std::span<const ScoredChunk<FixedArithmetic>>, std::size_t,
                     Arena&);
template Result<std::span<ScoredSentence<FloatArithmetic>>>
RankDefaultSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const TermLookup&,
                     std::span<const ScoredChunk<FloatArithmetic>>, std::size_t,
                     Arena&);

}  // namespace answerbox::engine
