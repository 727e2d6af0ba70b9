#include "engine/language_model/query_likelihood.h"

#include <algorithm>
#include <limits>

#include "engine/index/postings/posting_list.h"

namespace answerbox::engine {
namespace {

// Scores chunks term by term, in the order of the postings.
template <typename A>
class LikelihoodScoring {
 public:
  LikelihoodScoring(std::span<const LiveSegment> segments,
                    const TermLookup& lookup, std::span<ScoredChunk<A>> chunks,
                    Arena& arena)
      : segments_(segments),
        lookup_(lookup),
        chunks_(chunks),
        cursor_(MakeSpan<PostingCursor>(arena, 1).front()),
        in_chunks_(MakeSpan<WordInChunk>(arena, chunks.size())) {
    // A cursor only moves forward. In this order each term's postings are
    // walked once for all chunks of a segment.
    std::ranges::sort(chunks_, [](const ChunkPlace& a, const ChunkPlace& b) {
      return a.segment != b.segment ? a.segment < b.segment : a.chunk < b.chunk;
    });
  }

  // Must be called first.
  Result<void> ReadLengths() {
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      const auto length =
          segments_[chunks_[c].segment].reader->ChunkLength(chunks_[c].chunk);
      if (!length) return length.error();
      in_chunks_[c].length = *length;
      chunks_[c].score = {};
    }
    return {};
  }

  // Adds a share of the logarithm of the term's probability to each score.
  Result<void> Add(std::size_t term, const WordInCollection& in_collection,
                   const Smoothing& smoothing, typename A::Score share) {
    if (auto found = FindFrequencies(term); !found) return found;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      WordInChunk word = in_chunks_[c];
      // A damaged segment may give a chunk fewer terms than it has.
      word.length = std::max(word.length, word.frequency);
      chunks_[c].score += share * LnProbability<A>(ProbabilityInChunk(
                                      word, in_collection, smoothing));
    }
    return {};
  }

 private:
  Result<void> FindFrequencies(std::size_t term) {
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    // The segment whose postings the cursor walks.
    std::uint32_t segment = kNone;
    bool is_on_posting = false;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      in_chunks_[c].frequency = 0;
      const auto& entry = lookup_.entry(chunks_[c].segment, term);
      if (!entry) continue;
      if (chunks_[c].segment != segment) {
        segment = chunks_[c].segment;
        const auto list = segments_[segment].reader->Postings(*entry);
        if (!list) return list.error();
        cursor_.Reset(*list);
        is_on_posting = true;
      }
      if (!is_on_posting) continue;
      const auto moved = cursor_.SeekTo(chunks_[c].chunk);
      if (!moved) return moved.error();
      is_on_posting = *moved;
      if (is_on_posting && cursor_.chunk() == chunks_[c].chunk) {
        in_chunks_[c].frequency = cursor_.frequency();
      }
    }
    return {};
  }

  std::span<const LiveSegment> segments_;
  const TermLookup& lookup_;
  std::span<ScoredChunk<A>> chunks_;
  PostingCursor& cursor_;
  std::span<WordInChunk> in_chunks_;
};

}  // namespace

template <typename A>
Result<void> RerankByLikelihood(std::span<const LiveSegment> segments,
                                const QuestionTerms& terms,
                                const TermLookup& lookup,
                                const Smoothing& smoothing,
                                std::span<ScoredChunk<A>> chunks,
                                Arena& arena) {
  if (chunks.empty()) return {};
  const auto collection = CountLiveOccurrences(segments, lookup, arena);
  if (!collection) return collection.error();
  std::uint64_t words = 0;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    // Its probability would be 0 in every chunk, and 0 has no logarithm.
    if ((*collection)[t].frequency == 0) continue;
    words += terms.distinct[t].frequency;
  }
  LikelihoodScoring<A> scoring(segments, lookup, chunks, arena);
  if (auto read = scoring.ReadLengths(); !read) return read;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    if ((*collection)[t].frequency == 0) continue;
    // The mean over words, so that scores of long and short questions can be
    // compared.
    const auto share = A::Ratio(terms.distinct[t].frequency, words);
    const auto added = scoring.Add(t, (*collection)[t], smoothing, share);
    if (!added) return added;
  }
  DocumentOrder document_order(segments);
  std::ranges::sort(chunks, RanksBefore<A>(document_order));
  return document_order.status();
}

template Result<void> RerankByLikelihood(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    const Smoothing&, std::span<ScoredChunk<FixedArithmetic>>, Arena&);
template Result<void> RerankByLikelihood(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    const Smoothing&, std::span<ScoredChunk<FloatArithmetic>>, Arena&);

}  // namespace answerbox::engine
