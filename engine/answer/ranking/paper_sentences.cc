#include "engine/answer/ranking/paper_sentences.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {

void DistinctTerms::Assign(std::span<const TermNumber> numbers) noexcept {
  assert(numbers.size() <= kMaxSentenceTerms);
  most_ = 0;
  for (const TermNumber number : numbers) most_ |= number;
  // Use bits if clearing them is not more work than clearing a hash table.
  is_bits_ = most_ / 32 < 2 * std::max<std::size_t>(numbers.size(), 1);
  if (is_bits_) {
    AssignBits(numbers);
  } else {
    AssignHashes(numbers);
  }
}

// No branch: the processor cannot predict whether a word occurs again.
void DistinctTerms::AssignBits(std::span<const TermNumber> numbers) noexcept {
  std::fill_n(slots_.begin(), most_ / 32 + 1, 0u);
  size_ = 0;
  for (const TermNumber number : numbers) {
    std::uint32_t& bits = slots_[number / 32];
    size_ += ~(bits >> number % 32) & 1u;
    bits |= std::uint32_t{1} << number % 32;
  }
}

// Half full at most, so that a search ends soon at a free slot.
void DistinctTerms::AssignHashes(std::span<const TermNumber> numbers) noexcept {
  const auto bits =
      static_cast<unsigned>(std::bit_width(2 * numbers.size() - 1));
  shift_ = 32 - bits;
  mask_ = (std::size_t{1} << bits) - 1;
  std::fill_n(slots_.begin(), mask_ + 1, kFree);
  size_ = 0;
  for (const TermNumber number : numbers) {
    TermNumber& slot = slots_[SlotOf(number)];
    size_ += slot == kFree ? 1 : 0;
    slot = number;
  }
}

namespace {

constexpr std::uint32_t kFullLengthWords = 30;

struct Overlap {
  std::uint32_t shared = 0;    // |T n Q|
  std::uint32_t distinct = 0;  // |T|
};

// The question's terms that a segment has, by their numbers in the segment.
// Numbers are compared, not texts: a segment's dictionary is asked once per
// question.
class KnownTerms {
 public:
  KnownTerms(const TermLookup& lookup, std::size_t segment) {
    for (std::size_t t = 0; t < lookup.term_count(); ++t) {
      const auto& entry = lookup.entry(segment, t);
      if (entry) numbers_[size_++] = entry->number;
    }
  }

  [[nodiscard]] Overlap With(const DistinctTerms& distinct) const {
    Overlap overlap{0, distinct.size()};
    for (std::size_t i = 0; i < size_; ++i) {
      overlap.shared += distinct.Contains(numbers_[i]) ? 1 : 0;
    }
    return overlap;
  }

 private:
  std::array<TermNumber, kMaxQuestionTerms> numbers_;
  std::size_t size_ = 0;
};

// In the order of the published formula, since sums of doubles depend on it.
template <typename A>
typename A::Score FinalScore(const Overlap& overlap, std::uint32_t words,
                             std::size_t question_terms,
                             typename A::Score cosine, bool first_of_chunk,
                             const PaperWeights& weights) {
  const auto sentence =
      A::FromFixed(weights.coverage) *
          A::Ratio(overlap.shared, question_terms) +
      A::FromFixed(weights.density) *
          A::Ratio(overlap.shared, overlap.distinct) +
      A::FromFixed(weights.length) *
          A::Ratio(std::min(words, kFullLengthWords), kFullLengthWords);
  auto score = A::Ratio(6, 10) * sentence + A::Ratio(4, 10) * cosine;
  if (first_of_chunk) score += A::Ratio(1, 10);
  return score;
}

}  // namespace

template <typename A>
Result<std::span<ScoredSentence<A>>> RankPaperSentences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    std::span<const ScoredChunk<A>> chunks, const PaperWeights& weights,
    std::size_t count, Arena& arena) {
  BestSentences<A> best(count, arena);
  // On the stack and uninitialised; MakeSpan() would initialise it.
  std::array<TermNumber, kMaxSentenceTerms> numbers;
  DistinctTerms distinct;
  for (const ScoredChunk<A>& chunk : chunks) {
    const SegmentReader& reader = *segments[chunk.segment].reader;
    const auto record = reader.Chunk(chunk.chunk);
    if (!record) return record.error();
    const auto document = reader.Document(record->document);
    if (!document) return document.error();
    const KnownTerms known(lookup, chunk.segment);
    for (std::uint32_t i = 0; i < record->sentence_count; ++i) {
      const SentenceNumber number = record->first_sentence + i;
      const auto sentence = reader.Sentence(*document, number);
      if (!sentence) return sentence.error();
      const auto terms = reader.SentenceTerms(number, numbers);
      if (!terms) return terms.error();
      distinct.Assign(*terms);
      const auto score =
          FinalScore<A>(known.With(distinct), sentence->words,
                        lookup.term_count(), chunk.score, i == 0, weights);
      best.Offer({chunk.segment, chunk.chunk, number, score,
                  std::min(score, A::Ratio(1, 1))});
    }
  }
  return best.Sorted();
}

template Result<std::span<ScoredSentence<FixedArithmetic>>> RankPaperSentences(
    std::span<const LiveSegment>, const TermLookup&,
    std::span<const ScoredChunk<FixedArithmetic>>, const PaperWeights&,
    std::size_t, Arena&);
template Result<std::span<ScoredSentence<FloatArithmetic>>> RankPaperSentences(
    std::span<const LiveSegment>, const TermLookup&,
    std::span<const ScoredChunk<FloatArithmetic>>, const PaperWeights&,
    std::size_t, Arena&);

}  // namespace answerbox::engine
