#include "engine/answer/candidate_sentences.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

auto Place(const CandidateSentence& candidate) {
  return std::tuple(candidate.segment, candidate.sentence);
}

}  // namespace

template <typename A>
Result<CandidateSentences> CandidateSentences::Gather(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    Arena& arena) {
  CandidateSentences candidates;
  candidates.term_count_ = terms.distinct.size();
  std::size_t wanted = 0;
  for (const ScoredChunk<A>& chunk : chunks) {
    const auto record = segments[chunk.segment].reader->Chunk(chunk.chunk);
    if (!record) return record.error();
    wanted += record->sentence_count;
  }
  const auto sentences = MakeSpan<CandidateSentence>(
      arena, std::min(wanted, kMaxCandidateSentences));
  std::size_t count = 0;
  for (std::uint32_t rank = 0; rank < chunks.size(); ++rank) {
    const auto& chunk = chunks[rank];
    const auto record = segments[chunk.segment].reader->Chunk(chunk.chunk);
    if (!record) return record.error();
    for (std::uint32_t i = 0;
         i < record->sentence_count && count < sentences.size(); ++i) {
      sentences[count++] = {chunk.segment, record->first_sentence + i, rank};
    }
  }
  const auto gathered = sentences.first(count);
  // Overlapping chunks bring a sentence twice: its best-ranked chunk stays.
  std::ranges::sort(gathered, {}, [](const CandidateSentence& candidate) {
    return std::tuple(candidate.segment, candidate.sentence,
                      candidate.chunk_rank);
  });
  const auto end =
      std::unique(gathered.begin(), gathered.end(),
                  [](const CandidateSentence& a, const CandidateSentence& b) {
                    return Place(a) == Place(b);
                  });
  candidates.sentences_ =
      gathered.first(static_cast<std::size_t>(end - gathered.begin()));
  const auto matched = candidates.Match(segments, terms, lookup, arena);
  if (!matched) return matched.error();
  return candidates;
}

Result<void> CandidateSentences::Match(std::span<const LiveSegment> segments,
                                       const QuestionTerms& terms,
                                       const TermLookup& lookup, Arena& arena) {
  similarities_ = MakeSpan<Similarity>(arena, sentences_.size() * term_count_);
  const auto numbers = MakeSpan<TermNumber>(arena, kMaxSentenceTerms);
  std::optional<std::uint32_t> segment;
  SoftMatches matches;
  for (std::size_t c = 0; c < sentences_.size(); ++c) {
    CandidateSentence& candidate = sentences_[c];
    if (segment != candidate.segment) {
      segment = candidate.segment;
      auto found =
          SoftMatches::Find(segments[*segment], *segment, terms, lookup, arena);
      if (!found) return found.error();
      matches = *found;
    }
    const SegmentReader& reader = *segments[*segment].reader;
    const auto record = reader.Sentence(candidate.sentence);
    if (!record) return record.error();
    candidate.is_heading = record->is_heading;
    const auto sentence_terms = reader.SentenceTerms(
        candidate.sentence, numbers.template first<kMaxSentenceTerms>());
    if (!sentence_terms) return sentence_terms.error();
    const auto row = similarities_.subspan(c * term_count_, term_count_);
    for (const TermNumber number : *sentence_terms) {
      for (const SoftMatch& match : matches.Of(number)) {
        row[match.question_term] =
            std::max(row[match.question_term], match.similarity);
      }
    }
  }
  return {};
}

template Result<CandidateSentences> CandidateSentences::Gather(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FixedArithmetic>>, Arena&);
template Result<CandidateSentences> CandidateSentences::Gather(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FloatArithmetic>>, Arena&);

}  // namespace answerbox::engine
