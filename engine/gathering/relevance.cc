#include "engine/gathering/relevance.h"

#include <algorithm>
#include <array>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/answer/units/question_cues.h"
#include "engine/answer/units/question_weights.h"
#include "engine/answer/units/section_bonus.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kFullWeight = Q16::FromRaw(Q16::kOne);

// What a word counts that stands in a sentence beside, by distance from 1.
struct Beside {
  std::uint32_t before_percent = 0;
  std::uint32_t after_percent = 0;
};
constexpr std::array<Beside, 3> kBeside = {{{40, 30}, {20, 15}, {10, 10}}};
// What a word counts that stands in a heading above.
constexpr std::uint32_t kTitlePercent = 50;
constexpr std::uint32_t kHeadingPercent = 60;

void KeepGreater(std::span<Similarity> row, std::span<const Similarity> other,
                 std::uint32_t percent) {
  for (std::size_t t = 0; t < row.size(); ++t) {
    row[t] =
        std::max(row[t], static_cast<Similarity>(other[t] * percent / 100));
  }
}

// Similarities of sentences and terms of the question.
class SimilarityTable {
 public:
  SimilarityTable(std::size_t sentences, std::size_t terms, Arena& arena)
      : terms_(terms),
        values_(MakeSpan<Similarity>(arena, sentences * terms)) {}

  [[nodiscard]] std::span<Similarity> operator[](std::size_t sentence) const {
    return values_.subspan(sentence * terms_, terms_);
  }

 private:
  std::size_t terms_;
  std::span<Similarity> values_;
};

// The words of the question in each sentence.
Result<SimilarityTable> OwnWords(const Inquiry& inquiry,
                                 const SentencePool& pool) {
  Arena& arena = inquiry.arena;
  const SimilarityTable own(pool.sentences.size(),
                            inquiry.terms.distinct.size(), arena);
  const auto matches =
      MakeSpan<const SoftMatches*>(arena, inquiry.segments.size());
  const auto numbers = MakeBuffer<TermNumber>(arena, kMaxSentenceTerms);
  for (std::size_t i = 0; i < pool.sentences.size(); ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    const LiveSegment& segment = inquiry.segments[sentence.segment];
    if (matches[sentence.segment] == nullptr) {
      const auto found = SoftMatches::Find(
          segment, sentence.segment, inquiry.terms, inquiry.lookup, {}, arena);
      if (!found) return found.error();
      auto& kept = MakeSpan<std::optional<SoftMatches>>(arena, 1).front();
      kept = *found;
      matches[sentence.segment] = &*kept;
    }
    const auto read = segment.reader->SentenceTerms(
        sentence.sentence, numbers.first<kMaxSentenceTerms>());
    if (!read) return read.error();
    for (const TermNumber number : *read) {
      for (const SoftMatch& match : matches[sentence.segment]->Of(number)) {
        Similarity& best = own[i][match.question_term];
        best = std::max(best, match.similarity);
      }
    }
  }
  for (const SoftMatches* of_segment : matches) {
    if (of_segment == nullptr) continue;
    if (const auto status = of_segment->status(); !status) {
      return status.error();
    }
  }
  return own;
}

// Sum of the idf of the question's terms by their similarities, in 1/256.
std::int64_t Weighed(std::span<const Similarity> row,
                     const QuestionWeights& weights) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < row.size(); ++t) {
    sum += std::int64_t{weights.idf(t)} * row[t];
  }
  return sum / kSame;
}

// What a score is made of, in 1/256.
struct Parts {
  std::int64_t own = 0;
  std::int64_t beside = 0;   // What neighbours add to it.
  std::int64_t heading = 0;  // What headings add.
};

// All of a section's bonus where half of the question's words are there by
// weight, and none where there is a quarter or less.
std::int64_t ShareOfBonus(std::int64_t bonus, std::int64_t found,
                          std::int64_t total) {
  return bonus * std::clamp<std::int64_t>(4 * found - total, 0, total) / total;
}

ChosenFor CauseOf(const Parts& parts) {
  if (parts.heading > parts.own + parts.beside) return ChosenFor::kHeading;
  return parts.beside > parts.own ? ChosenFor::kNeighbour : ChosenFor::kWords;
}

// Divides by the greatest score, if it is positive.
void Scale(std::span<const std::int64_t> scores, std::span<Q16> scaled) {
  std::int64_t greatest = 0;
  for (const std::int64_t score : scores) greatest = std::max(greatest, score);
  if (greatest == 0) return;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scaled[i] = Q16::FromRatio(std::max<std::int64_t>(scores[i], 0), greatest);
  }
}

// Short sentences say little by themselves: min(words, enough) / enough.
Q16 LengthPrior(const PooledSentence& sentence, std::int64_t enough) {
  return Q16::FromRatio(std::min<std::int64_t>(sentence.record.words, enough),
                        enough);
}
// Its square root.
Q16 MildLengthPrior(const PooledSentence& sentence, std::int64_t enough) {
  const auto raw =
      static_cast<std::uint64_t>(LengthPrior(sentence, enough).raw());
  return Q16::FromRaw(IntegerSquareRoot(raw << Q16::kFractionBits));
}

// What somebody says tells less of what happens.
constexpr Q16 kSpeechShare = Q16::FromRaw(Q16::kOne / 2);
Q16 SpeechPrior(const PooledSentence& sentence) {
  return (sentence.record.signs & kQuotationMark) != 0 ? kSpeechShare
                                                       : kFullWeight;
}

// The sentences with the greatest scores; of equal ones the first.
std::span<const std::uint32_t> Best(std::span<const Q16> scores,
                                    std::size_t most, Arena& arena) {
  const auto ranked = MakeSpan<std::uint32_t>(arena, scores.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    ranked[i] = static_cast<std::uint32_t>(i);
  }
  const std::size_t count = std::min(most, ranked.size());
  std::ranges::partial_sort(
      ranked, ranked.begin() + static_cast<std::ptrdiff_t>(count),
      [&](std::uint32_t a, std::uint32_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
      });
  return ranked.first(count);
}

}  // namespace

Result<Relevance> RelevanceToQuestion(const Inquiry& inquiry,
                                      const SentencePool& pool) {
  Arena& arena = inquiry.arena;
  const std::size_t count = pool.sentences.size();
  const auto own = OwnWords(inquiry, pool);
  if (!own) return own.error();
  const QuestionWeights weights(inquiry.lookup, arena);
  const QuestionCues cues = ReadQuestionCues(inquiry.question.text, arena);
  SectionReader sections(inquiry.terms, weights, cues, inquiry.normalizer,
                         arena);
  const auto row = MakeSpan<Similarity>(arena, inquiry.terms.distinct.size());
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  Relevance relevance{MakeSpan<Q16>(arena, count),
                      MakeSpan<ChosenFor>(arena, count)};
  std::optional<SectionEvidence> section;
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    // A heading parts what is before it from what is after it.
    if (i == 0 || !pool.HasNeighbour(i - 1)) {
      const auto read =
          sections.Read(*inquiry.segments[sentence.segment].reader,
                        sentence.document, sentence.record.range.begin);
      if (!read) return read.error();
      section = *read;
    }
    Parts parts;
    std::ranges::copy((*own)[i], row.begin());
    parts.own = Weighed(row, weights);
    for (std::size_t d = 0, before = i, after = i; d < kBeside.size(); ++d) {
      if (before > 0 && before + d == i && pool.HasNeighbour(before - 1)) {
        KeepGreater(row, (*own)[--before], kBeside[d].before_percent);
      }
      if (after + 1 < count && after == i + d && pool.HasNeighbour(after)) {
        KeepGreater(row, (*own)[++after], kBeside[d].after_percent);
      }
    }
    const std::int64_t with_neighbours = Weighed(row, weights);
    const std::int32_t bonus = SectionBonusQ8(*section);
    relevance.headings_tell = relevance.headings_tell || bonus > 0;
    parts.beside = with_neighbours - parts.own;
    KeepGreater(row, section->title, kTitlePercent);
    KeepGreater(row, section->path, kHeadingPercent);
    // A heading of the right kind helps as far as the words are there, too:
    // "when an error happens" tells nothing of when the power fails.
    const std::int64_t with_headings = Weighed(row, weights);
    parts.heading = with_headings - with_neighbours +
                    ShareOfBonus(bonus, with_headings, weights.total());
    scores[i] = parts.own + parts.beside + parts.heading;
    relevance.causes[i] = CauseOf(parts);
  }
  Scale(scores, relevance.scores);
  return relevance;
}

Relevance CentralRelevance(const SentencePool& pool, const UnitVectors& vectors,
                           Arena& arena) {
  constexpr std::int64_t kEnoughWords = 18;
  const std::size_t count = pool.sentences.size();
  const auto equal = MakeSpan<Q16>(arena, vectors.size());
  std::ranges::fill(equal.first(count), kFullWeight);
  const auto cosines = CosinesWithSum(vectors, equal, arena);
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  Relevance relevance{MakeSpan<Q16>(arena, count),
                      MakeSpan<ChosenFor>(arena, count)};
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    scores[i] = (cosines[i] * MildLengthPrior(sentence, kEnoughWords) *
                 SpeechPrior(sentence))
                    .raw();
    relevance.causes[i] = ChosenFor::kCentral;
  }
  Scale(scores, relevance.scores);
  return relevance;
}

Relevance Blended(const Relevance& a, const Relevance& b, Q16 share_of_b) {
  const Relevance blended = a;
  for (std::size_t i = 0; i < a.scores.size(); ++i) {
    const Q16 of_a = (kFullWeight - share_of_b) * a.scores[i];
    const Q16 of_b = share_of_b * b.scores[i];
    blended.scores[i] = of_a + of_b;
    if (of_b > of_a) blended.causes[i] = b.causes[i];
  }
  return blended;
}

Result<Relevance> RelevanceForLongAnswer(const Inquiry& inquiry,
                                         const SentencePool& pool,
                                         const UnitVectors& vectors) {
  constexpr Q16 kAsked = Q16::FromRaw(Q16::kOne * 2 / 10);
  constexpr Q16 kCentral = Q16::FromRaw(Q16::kOne * 6 / 10);
  constexpr Q16 kFeedback = Q16::FromRaw(Q16::kOne * 3 / 10);
  constexpr Q16 kRelevanceAlone = Q16::FromRaw(Q16::kOne / 10);
  constexpr std::size_t kFeedbackSentences = 10;
  constexpr std::int64_t kEnoughWordsUnderHeading = 25;
  constexpr std::int64_t kEnoughWords = 40;
  Arena& arena = inquiry.arena;
  const auto asked = RelevanceToQuestion(inquiry, pool);
  if (!asked) return asked;
  const std::size_t count = pool.sentences.size();
  const auto weights = MakeSpan<Q16>(arena, vectors.size());
  for (const std::uint32_t i : Best(asked->scores, kFeedbackSentences, arena)) {
    weights[i] = asked->scores[i];
  }
  const auto feedback = CosinesWithSum(vectors, weights, arena);
  std::ranges::fill(weights.first(count), kFullWeight);
  const auto central = CosinesWithSum(vectors, weights, arena);
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    const Q16 common = kCentral * central[i] + kFeedback * feedback[i];
    const Q16 score =
        asked->headings_tell
            ? asked->scores[i] * (kRelevanceAlone + common) *
                  MildLengthPrior(sentence, kEnoughWordsUnderHeading)
            : (kAsked * asked->scores[i] + common) *
                  LengthPrior(sentence, kEnoughWords);
    scores[i] = (score * SpeechPrior(sentence)).raw();
  }
  Scale(scores, asked->scores);
  return asked;
}

}  // namespace answerbox::engine
