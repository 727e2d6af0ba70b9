#include "engine/retrieval/feedback.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

// A term's share of a chunk is counted in 1/1024. With a chunk's weight below
// 2^20 and 64 chunks, sums stay below 2^36.
constexpr std::uint64_t kShareOne = 1024;
constexpr std::uint64_t kMaxChunkWeight = (std::uint64_t{1} << 20) - 1;

// A term of one segment or, once it has a text, of all.
struct FeedbackTerm {
  std::uint32_t segment = 0;
  TermNumber number = 0;
  std::uint64_t weight = 0;
  std::string_view text;
};

struct WeightedPlace : ChunkPlace {
  std::uint64_t weight = 0;
};

// Adds up neighbours that are equal; returns what is left.
template <typename Equal>
std::span<FeedbackTerm> Joined(std::span<FeedbackTerm> terms, Equal equal) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (kept != 0 && equal(terms[kept - 1], terms[i])) {
      terms[kept - 1].weight += terms[i].weight;
    } else {
      terms[kept++] = terms[i];
    }
  }
  return terms.first(kept);
}

class RelevanceModel {
 public:
  RelevanceModel(std::span<const LiveSegment> segments, Arena& arena)
      : segments_(segments), arena_(arena) {}

  // The `count` most probable terms of the chunks, with their texts; the most
  // probable first.
  Result<std::span<const FeedbackTerm>> MostProbable(
      std::span<const WeightedPlace> chunks, std::size_t count) {
    if (auto collected = Collect(chunks); !collected) return collected.error();
    std::ranges::sort(terms_, [](const FeedbackTerm& a, const FeedbackTerm& b) {
      return a.segment != b.segment ? a.segment < b.segment
                                    : a.number < b.number;
    });
    terms_ = Joined(terms_, [](const FeedbackTerm& a, const FeedbackTerm& b) {
      return a.segment == b.segment && a.number == b.number;
    });
    const bool is_one_segment =
        terms_.empty() || terms_.front().segment == terms_.back().segment;
    // Numbers of terms mean something within a segment alone. Only where chunks
    // come from several must the terms' texts be read to add them up.
    if (!is_one_segment) {
      if (auto joined = JoinSegments(); !joined) return joined.error();
    }
    const auto best = terms_.first(std::min(count, terms_.size()));
    // Within a segment the order of numbers is that of texts.
    std::ranges::partial_sort(
        terms_, terms_.begin() + static_cast<std::ptrdiff_t>(best.size()),
        [](const FeedbackTerm& a, const FeedbackTerm& b) {
          // Ties go by text, so that the choice does not depend on how segments
          // number their terms.
          if (a.weight != b.weight) return a.weight > b.weight;
          return a.text != b.text ? a.text < b.text : a.number < b.number;
        });
    if (is_one_segment) {
      if (auto read = ReadTexts(best); !read) return read.error();
    }
    return std::span<const FeedbackTerm>(best);
  }

 private:
  // Sets terms_ to the terms of all chunks, by chunk.
  Result<void> Collect(std::span<const WeightedPlace> chunks) {
    std::size_t most = 0;
    for (const WeightedPlace& chunk : chunks) {
      const auto length =
          segments_[chunk.segment].reader->ChunkLength(chunk.chunk);
      if (!length) return length.error();
      most += std::min<std::size_t>(*length, kMaxFeedbackChunkTerms);
    }
    const auto all = MakeBuffer<FeedbackTerm>(arena_, most);
    numbers_ = MakeBuffer<TermNumber>(
        arena_, kMaxFeedbackChunkTerms + kMaxSentenceTerms);
    std::size_t size = 0;
    for (const WeightedPlace& chunk : chunks) {
      const auto read = ReadChunk(chunk);
      if (!read) return read.error();
      // Sorted, so that equal terms are neighbours and are counted without a
      // table.
      std::ranges::sort(*read);
      for (std::size_t begin = 0; begin < read->size() && size < most;) {
        std::size_t end = begin;
        while (end < read->size() && (*read)[end] == (*read)[begin]) ++end;
        const std::uint64_t weight =
            chunk.weight * (end - begin) * kShareOne / read->size();
        all[size++] = {chunk.segment, (*read)[begin], weight, {}};
        begin = end;
      }
    }
    terms_ = all.first(size);
    return {};
  }

  // The terms of the chunk's sentences.
  Result<std::span<TermNumber>> ReadChunk(const ChunkPlace& chunk) {
    const SegmentReader& reader = *segments_[chunk.segment].reader;
    const auto sentences = reader.SentencesOfChunk(chunk.chunk);
    if (!sentences) return sentences.error();
    std::size_t size = 0;
    for (std::uint32_t s = 0;
         s < sentences->count && size < kMaxFeedbackChunkTerms; ++s) {
      const auto out = numbers_.subspan(size).first<kMaxSentenceTerms>();
      const auto read = reader.SentenceTerms(sentences->first + s, out);
      if (!read) return read.error();
      size += read->size();
    }
    return numbers_.first(std::min(size, kMaxFeedbackChunkTerms));
  }

  Result<void> ReadTexts(std::span<FeedbackTerm> terms) {
    std::array<char, kMaxTermBytes> text{};
    for (FeedbackTerm& term : terms) {
      const auto read =
          segments_[term.segment].reader->terms().Text(term.number, text);
      if (!read) return read.error();
      term.text = CopyText(*read, arena_);
    }
    return {};
  }

  // Adds up the same terms of different segments.
  Result<void> JoinSegments() {
    if (auto read = ReadTexts(terms_); !read) return read;
    std::ranges::sort(terms_, {}, &FeedbackTerm::text);
    terms_ = Joined(terms_, [](const FeedbackTerm& a, const FeedbackTerm& b) {
      return a.text == b.text;
    });
    return {};
  }

  std::span<const LiveSegment> segments_;
  Arena& arena_;
  std::span<TermNumber> numbers_;
  std::span<FeedbackTerm> terms_;
};

// The weights of the question's terms and of those that feedback adds.
class Expansion {
 public:
  Expansion(const QuestionTerms& question, std::size_t most_added, Arena& arena)
      : distinct_(MakeSpan<QuestionTerm>(
            arena, question.distinct.size() + most_added)),
        weights_(MakeSpan<Q16>(arena, distinct_.size())),
        count_(question.distinct.size()) {
    std::ranges::copy(question.distinct, distinct_.begin());
    for (const QuestionTerm& term : question.distinct) {
      length_ += Counted(term);
    }
  }

  // Without a model, the question's terms have their own weights.
  void Add(std::span<const FeedbackTerm> model, std::uint32_t percent) {
    std::uint64_t total = 0;
    for (const FeedbackTerm& term : model) total += term.weight;
    // No chunk was found, or none has a term. The question then stays as it is.
    if (total == 0) {
      total = 1;
      percent = 0;
    }
    // Below 2^64: the terms are at most 2^6, the percentage 2^7, the length
    // 2^14 and weights 2^36.
    const std::uint64_t scale = count_;
    const auto weigh = [&](std::uint64_t frequency, std::uint64_t weight) {
      // (1 - lambda) frequency / length + lambda weight / total, times the
      // number of the question's terms, over one denominator: rounded once.
      return FixedArithmetic::Ratio(
          scale * ((100 - percent) * frequency * total +
                   percent * length_ * weight),
          100 * length_ * total);
    };
    const std::size_t own = count_;
    for (std::size_t t = 0; t < own; ++t) {
      weights_[t] = weigh(Counted(distinct_[t]), 0);
    }
    for (const FeedbackTerm& term : model) {
      const auto found = std::ranges::find(distinct_.first(own), term.text,
                                           &QuestionTerm::term);
      const auto place = static_cast<std::size_t>(found - distinct_.begin());
      if (place < own) {
        weights_[place] = weigh(Counted(distinct_[place]), term.weight);
      } else if (count_ < distinct_.size() && percent != 0) {
        distinct_[count_] = {term.text, 1};
        weights_[count_++] = weigh(0, term.weight);
      }
    }
  }

  [[nodiscard]] std::span<const QuestionTerm> distinct() const {
    return distinct_.first(count_);
  }
  [[nodiscard]] std::span<const Q16> weights() const {
    return weights_.first(count_);
  }

 private:
  // How often a term is in the question, bounded.
  static std::uint64_t Counted(const QuestionTerm& term) {
    return std::min<std::uint64_t>(term.frequency, 255);
  }

  std::span<QuestionTerm> distinct_;
  std::span<Q16> weights_;
  std::size_t count_;
  std::uint64_t length_ = 0;
};

}  // namespace

template <typename A>
Result<ExpandedQuestion> ExpandByFeedback(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    std::span<const ScoredChunk<A>> chunks, const Feedback& feedback,
    Arena& arena) {
  assert(feedback.chunks >= 1 && feedback.chunks <= kMaxFeedbackChunks);
  assert(feedback.percent <= 100);
  const std::size_t count = std::min(feedback.chunks, chunks.size());
  const auto places = MakeSpan<WeightedPlace>(arena, count);
  for (std::size_t c = 0; c < count; ++c) {
    static_cast<ChunkPlace&>(places[c]) = chunks[c];
    // At least 1, so that a chunk of the score 0 counts: terms that nearly all
    // chunks hold may weigh nothing.
    places[c].weight = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::max(A::FloorQ8(chunks[c].score), 0)), 1,
        kMaxChunkWeight);
  }
  const auto model =
      RelevanceModel(segments, arena).MostProbable(places, feedback.terms);
  if (!model) return model.error();
  const std::size_t room =
      kMaxQuestionTerms - std::min(kMaxQuestionTerms, terms.distinct.size());
  Expansion expansion(terms, std::min(feedback.terms, room), arena);
  expansion.Add(*model, feedback.percent);
  ExpandedQuestion expanded{terms, expansion.weights(), {}};
  expanded.terms.distinct = expansion.distinct();
  const auto lookup = TermLookup::Find(segments, expanded.terms, arena);
  if (!lookup) return lookup.error();
  expanded.lookup = *lookup;
  expanded.lookup.ScaleBy(expanded.weights);
  return expanded;
}

template Result<ExpandedQuestion> ExpandByFeedback(
    std::span<const LiveSegment>, const QuestionTerms&,
    std::span<const ScoredChunk<FixedArithmetic>>, const Feedback&, Arena&);
template Result<ExpandedQuestion> ExpandByFeedback(
    std::span<const LiveSegment>, const QuestionTerms&,
    std::span<const ScoredChunk<FloatArithmetic>>, const Feedback&, Arena&);

}  // namespace answerbox::engine
