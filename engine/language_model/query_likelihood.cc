#include "engine/language_model/query_likelihood.h"

#include <algorithm>
#include <limits>

#include "engine/index/postings/posting_cursor.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// The occurrences of a term in the live documents of a segment.
Result<std::uint64_t> LiveOccurrences(const LiveSegment& segment,
                                      const TermEntry& entry,
                                      PostingCursor* cursor) {
  if (segment.reader->is_of_old_version()) {
    return LiveChunkFrequency(segment, entry, cursor);
  }
  const auto all = segment.reader->CollectionFrequency(entry.number);
  if (!all) return all.error();
  if (segment.removed_chunks().empty()) return std::uint64_t{*all};
  const auto live = LiveChunkFrequency(segment, entry, cursor);
  if (!live) return live.error();
  if (entry.chunk_frequency == 0) return std::uint64_t{0};
  // At least one for a term that a live chunk has.
  return (std::uint64_t{*all} * *live + entry.chunk_frequency - 1) /
         entry.chunk_frequency;
}

// The number of terms in the live documents of a segment, with repetitions.
std::uint64_t LiveTerms(const LiveSegment& segment) {
  const std::uint64_t in_chunks = segment.reader->counts().chunk_terms;
  const std::uint64_t live = segment.live_chunk_terms();
  if (segment.reader->is_of_old_version()) return live;
  const std::uint64_t all = segment.reader->counts().term_occurrences;
  if (live >= in_chunks || in_chunks == 0) return all;
  // Both are below 2^42, so 2^20 keeps the products within 64 bits.
  const std::uint64_t share = (live << 20) / in_chunks;
  return (all * share + (std::uint64_t{1} << 19)) >> 20;
}

// Scores chunks term by term, in the order in which postings hold them.
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
    std::ranges::sort(chunks_, [](const ChunkPlace& a, const ChunkPlace& b) {
      return a.segment != b.segment ? a.segment < b.segment : a.chunk < b.chunk;
    });
  }

  // Call first.
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
    std::uint32_t segment = kNone;  // Whose postings the cursor walks.
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

Result<std::span<const WordInCollection>> CountInCollection(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    Arena& arena) {
  const auto counts = MakeSpan<WordInCollection>(arena, lookup.term_count());
  PostingCursor* cursor = nullptr;  // Needed only if documents were removed.
  std::uint64_t terms = 0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (cursor == nullptr && !segments[s].removed_chunks().empty()) {
      cursor = MakeSpan<PostingCursor>(arena, 1).data();
    }
    terms += LiveTerms(segments[s]);
    for (std::size_t t = 0; t < counts.size(); ++t) {
      const auto& entry = lookup.entry(s, t);
      if (!entry) continue;
      const auto occurrences = LiveOccurrences(segments[s], *entry, cursor);
      if (!occurrences) return occurrences.error();
      counts[t].frequency += *occurrences;
    }
  }
  for (WordInCollection& count : counts) {
    // A damaged segment may count a term more often than there are terms.
    count.terms = terms;
    count.frequency = std::min(count.frequency, terms);
  }
  return std::span<const WordInCollection>(counts);
}

template <typename A>
Result<void> RerankByLikelihood(std::span<const LiveSegment> segments,
                                const QuestionTerms& terms,
                                const TermLookup& lookup,
                                const Smoothing& smoothing,
                                std::span<ScoredChunk<A>> chunks,
                                Arena& arena) {
  if (chunks.empty()) return {};
  const auto collection = CountInCollection(segments, lookup, arena);
  if (!collection) return collection.error();
  std::uint64_t words = 0;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    if ((*collection)[t].frequency == 0) continue;
    words += terms.distinct[t].frequency;
  }
  LikelihoodScoring<A> scoring(segments, lookup, chunks, arena);
  if (auto read = scoring.ReadLengths(); !read) return read;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    if ((*collection)[t].frequency == 0) continue;
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
