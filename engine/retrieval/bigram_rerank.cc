#include "engine/retrieval/bigram_rerank.h"

#include <algorithm>
#include <optional>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/segment_terms.h"

namespace answerbox::engine {
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
    if (bigram.first == bigram.second ||
        std::ranges::find(bigrams.first(count), bigram) !=
            bigrams.begin() + static_cast<std::ptrdiff_t>(count)) {
      continue;
    }
    bigrams[count++] = bigram;
  }
  return bigrams.first(count);
}

class BigramCounter {
 public:
  BigramCounter(std::span<const LiveSegment> segments, const TermLookup& lookup,
                std::span<const Bigram> bigrams, Arena& arena)
      : segments_(segments),
        lookup_(lookup),
        bigrams_(bigrams),
        numbers_(MakeSpan<TermNumber>(arena, kMaxSentenceTerms)) {}

  // Finds the sentences of the chunks. Call first.
  template <typename A>
  Result<void> Find(std::span<const ScoredChunk<A>> chunks,
                    std::span<SentenceRange> sentences) const {
    const auto reader = [&](std::size_t c) -> const SegmentReader& {
      return *segments_[chunks[c].segment].reader;
    };
    for (std::size_t c = 0; c < chunks.size(); ++c) {
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
    const SegmentTerms terms(segment, lookup_);
    for (std::uint32_t i = 0; i < sentences.count; ++i) {
      const auto sentence = segments_[segment].reader->SentenceTerms(
          sentences.first + i, numbers_.template first<kMaxSentenceTerms>());
      if (!sentence) return sentence.error();
      CountSentence(terms, *sentence, counts);
    }
    return {};
  }

 private:
  void CountSentence(const SegmentTerms& terms,
                     std::span<const TermNumber> numbers,
                     std::span<std::uint32_t> counts) const {
    std::optional<std::uint8_t> previous;
    for (const TermNumber number : numbers) {
      const auto current = terms.Find(number);
      if (previous && current) {
        const auto found =
            std::ranges::find(bigrams_, Bigram{*previous, *current});
        if (found != bigrams_.end()) {
          ++counts[static_cast<std::size_t>(found - bigrams_.begin())];
        }
      }
      previous = current;
    }
  }

  std::span<const LiveSegment> segments_;
  const TermLookup& lookup_;
  std::span<const Bigram> bigrams_;
  std::span<TermNumber> numbers_;
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
