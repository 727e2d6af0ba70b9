#include "engine/retrieval/bm25.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>

#include "engine/index/format/little_endian.h"
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

namespace {

// Bigrams have two fifths of the weight of single words. Chosen on the tuning
// half.
constexpr std::uint64_t kWeightNumerator = 2;
constexpr std::uint64_t kWeightDenominator = 5;

struct Bigram {
  std::uint8_t first = 0;  // Indices into QuestionTerms::distinct.
  std::uint8_t second = 0;

  friend bool operator==(const Bigram&, const Bigram&) = default;
};

std::span<const Bigram> QuestionBigrams(const QuestionTerms& terms,
                                        Arena& arena) {
  const auto sequence = terms.sequence;
  if (sequence.size() < 2) return {};
  const auto bigrams = MakeSpan<Bigram>(arena, sequence.size() - 1);
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < sequence.size(); ++i) {
    const Bigram bigram{sequence[i], sequence[i + 1]};
    // A word twice in a row is a slip of the writer, and a pair that comes
    // again says nothing new.
    if (bigram.first == bigram.second ||
        std::ranges::find(bigrams.first(count), bigram) !=
            bigrams.begin() + static_cast<std::ptrdiff_t>(count)) {
      continue;
    }
    bigrams[count++] = bigram;
  }
  return bigrams.first(count);
}

// Two terms as they follow each other in a sentence's stored terms.
class StoredBigram {
 public:
  StoredBigram() = default;
  StoredBigram(TermNumber first, TermNumber second)
      : size_(static_cast<std::size_t>(
            PutVarint(PutVarint(bytes_.data(), first), second) -
            bytes_.data())) {}

  // How often it stands in a sentence's stored terms.
  [[nodiscard]] std::uint32_t CountIn(std::span<const std::byte> terms) const {
    if (size_ == 0) return 0;
    const std::string_view all = AsText(terms);
    const std::string_view wanted = AsText(std::span(bytes_).first(size_));
    std::uint32_t count = 0;
    // The pair is looked for in the bytes that store the terms, and nothing is
    // decoded: most sentences have no pair.
    for (std::size_t at = all.find(wanted); at != std::string_view::npos;
         at = all.find(wanted, at + 1)) {
      // Otherwise it begins inside of a number.
      if (at == 0 || (terms[at - 1] & std::byte{0x80}) == std::byte{0}) ++count;
    }
    return count;
  }

 private:
  static std::string_view AsText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::array<std::byte, 2 * kMaxVarintBytes> bytes_{};
  std::size_t size_ = 0;  // 0: a term is not in the segment.
};

class BigramCounter {
 public:
  BigramCounter(std::span<const LiveSegment> segments, const TermLookup& lookup,
                std::span<const Bigram> bigrams, Arena& arena)
      : segments_(segments),
        lookup_(lookup),
        bigrams_(bigrams),
        stored_(MakeSpan<StoredBigram>(arena, bigrams.size())) {}

  // Finds the sentences of the chunks. Call first.
  template <typename A>
  Result<void> Find(std::span<const ScoredChunk<A>> chunks,
                    std::span<SentenceRange> sentences) const {
    const auto reader = [&](std::size_t c) -> const SegmentReader& {
      return *segments_[chunks[c].segment].reader;
    };
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      // Three rounds over all chunks: the records of each round say where the
      // next ones are. Memory then waits once for a round and not once for a
      // chunk.
      reader(c).PrefetchChunk(chunks[c].chunk);
    }
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const auto found = reader(c).SentencesOfChunk(chunks[c].chunk);
      if (!found) return found.error();
      sentences[c] = *found;
      reader(c).PrefetchSentences(*found);
    }
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      reader(c).PrefetchTerms(sentences[c]);
    }
    return {};
  }

  // Adds each bigram's occurrences in sentences to counts[bigram].
  Result<void> Count(std::uint32_t segment, const SentenceRange& sentences,
                     std::span<std::uint32_t> counts) {
    if (segment_ != segment) Enter(segment);
    for (std::uint32_t i = 0; i < sentences.count; ++i) {
      const auto terms =
          segments_[segment].reader->SentenceTermBytes(sentences.first + i);
      if (!terms) return terms.error();
      for (std::size_t b = 0; b < counts.size(); ++b) {
        counts[b] += stored_[b].CountIn(*terms);
      }
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kNoSegment = 0xFFFFFFFFu;

  void Enter(std::uint32_t segment) {
    for (std::size_t b = 0; b < bigrams_.size(); ++b) {
      const auto& first = lookup_.entry(segment, bigrams_[b].first);
      const auto& second = lookup_.entry(segment, bigrams_[b].second);
      // Terms have other numbers in each segment. Chunks are sorted by score,
      // so a segment may be entered several times; a question has few bigrams.
      stored_[b] = first && second ? StoredBigram(first->number, second->number)
                                   : StoredBigram();
    }
    segment_ = segment;
  }

  std::span<const LiveSegment> segments_;
  const TermLookup& lookup_;
  std::span<const Bigram> bigrams_;
  // As the terms of `segment_` have them.
  std::span<StoredBigram> stored_;
  std::uint32_t segment_ = kNoSegment;
};

}  // namespace

template <typename A>
Result<void> RerankByBigrams(std::span<const LiveSegment> segments,
                             const QuestionTerms& terms,
                             const TermLookup& lookup,
                             std::span<ScoredChunk<A>> chunks, Arena& arena) {
  const auto bigrams = QuestionBigrams(terms, arena);
  if (bigrams.empty() || chunks.size() < 2) return {};
  BigramCounter counter(segments, lookup, bigrams, arena);
  const auto counts =
      MakeSpan<std::uint32_t>(arena, chunks.size() * bigrams.size());
  const auto sentences = MakeSpan<SentenceRange>(arena, chunks.size());
  const auto found = counter.Find<A>(chunks, sentences);
  if (!found) return found.error();
  const auto holding = MakeSpan<std::uint64_t>(arena, bigrams.size());
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const auto row = counts.subspan(c * bigrams.size(), bigrams.size());
    auto counted = counter.Count(chunks[c].segment, sentences[c], row);
    if (!counted) return counted;
    for (std::size_t b = 0; b < bigrams.size(); ++b) {
      holding[b] += row[b] != 0 ? 1 : 0;
    }
  }
  const Bm25Saturation saturation(lookup);
  const auto weight = A::Ratio(kWeightNumerator, kWeightDenominator);
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const auto length =
        segments[chunks[c].segment].reader->ChunkLength(chunks[c].chunk);
    if (!length) return length.error();
    for (std::size_t b = 0; b < bigrams.size(); ++b) {
      const std::uint32_t count = counts[c * bigrams.size() + b];
      if (count == 0) continue;
      chunks[c].score += weight * Bm25Idf<A>(lookup.chunks(), holding[b]) *
                         saturation.Weight<A>(count, *length);
    }
  }
  DocumentOrder order(segments);
  std::ranges::sort(chunks, RanksBefore<A>(order));
  return order.status();
}

template Result<void> RerankByBigrams(std::span<const LiveSegment>,
                                      const QuestionTerms&, const TermLookup&,
                                      std::span<ScoredChunk<FixedArithmetic>>,
                                      Arena&);
template Result<void> RerankByBigrams(std::span<const LiveSegment>,
                                      const QuestionTerms&, const TermLookup&,
                                      std::span<ScoredChunk<FloatArithmetic>>,
                                      Arena&);

}  // namespace answerbox::engine
