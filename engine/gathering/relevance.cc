#include "engine/gathering/relevance.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/sentence_digest.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/answer/units/question_cues.h"
#include "engine/answer/units/question_weights.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kFullWeight = Q16::FromRaw(Q16::kOne);

// The weight of a word in a neighbouring sentence, by distance from 1.
struct Beside {
  std::uint32_t before_percent = 0;
  std::uint32_t after_percent = 0;
};
// The subject of a sentence is named more often in the sentence before than in
// the one after.
constexpr std::array<Beside, 3> kBeside = {{{40, 30}, {20, 15}, {10, 10}}};
// The weight of a word in a title or heading above.
constexpr std::uint32_t kTitlePercent = 50;
constexpr std::uint32_t kHeadingPercent = 60;
// The weight of a synonym, or of the other form of an abbreviation. It is less
// than 100, so that sentences with the question's own words come first.
constexpr std::uint32_t kSynonymPercent = 80;

void KeepGreater(std::span<Similarity> row, std::span<const Similarity> other,
                 std::uint32_t percent) {
  for (std::size_t t = 0; t < row.size(); ++t) {
    row[t] =
        std::max(row[t], static_cast<Similarity>(other[t] * percent / 100));
  }
}

// A row for each sentence: the similarity of each term of the question.
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

// The matches of the question's terms in each segment, found when they are
// first needed.
class MatchesBySegment {
 public:
  //   terms  those of the inquiry, with or without synonyms; outlive this
  MatchesBySegment(const Inquiry& inquiry, const QuestionTerms& terms)
      : inquiry_(inquiry),
        terms_(terms),
        matches_(MakeSpan<std::optional<SoftMatches>>(
            inquiry.arena, inquiry.segments.size())) {}

  Result<const SoftMatches*> Of(std::uint32_t segment) {
    auto& matches = matches_[segment];
    if (!matches) {
      const auto found =
          SoftMatches::Find(inquiry_.segments[segment], segment, terms_,
                            inquiry_.lookup, {}, inquiry_.arena);
      if (!found) return found.error();
      matches = *found;
    }
    return &*matches;
  }

  // Call after the last sentence.
  [[nodiscard]] Result<void> status() const {
    for (const auto& matches : matches_) {
      if (!matches) continue;
      if (const auto status = matches->status(); !status) return status;
    }
    return {};
  }

 private:
  const Inquiry& inquiry_;
  const QuestionTerms& terms_;
  std::span<std::optional<SoftMatches>> matches_;
};

// Raises the rows of sentences by the words of the question. Synonyms are left
// out, because they weigh less (kSynonymPercent).
Result<void> AddOwnWords(const Inquiry& inquiry, const SentencePool& pool,
                         const SimilarityTable& rows) {
  QuestionTerms terms = inquiry.terms;
  terms.synonyms = {};
  MatchesBySegment matches(inquiry, terms);
  const auto numbers = MakeBuffer<TermNumber>(inquiry.arena, kMaxSentenceTerms);
  for (std::size_t i = 0; i < pool.sentences.size(); ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    const auto found = matches.Of(sentence.segment);
    if (!found) return found.error();
    const auto read = inquiry.segments[sentence.segment].reader->SentenceTerms(
        sentence.sentence, numbers.first<kMaxSentenceTerms>());
    if (!read) return read.error();
    for (const TermNumber number : *read) {
      for (const SoftMatch& match : (*found)->Of(number)) {
        Similarity& best = rows[i][match.question_term];
        best = std::max(best, match.similarity);
      }
    }
  }
  return matches.status();
}

// Raises the rows by synonyms and other forms of abbreviations: a synonym of
// several words counts where it is complete, and a short form where it has its
// capitals.
Result<void> AddSynonyms(const Inquiry& inquiry, const SentencePool& pool,
                         const SimilarityTable& rows) {
  Arena& arena = inquiry.arena;
  MatchesBySegment matches(inquiry, inquiry.terms);
  const auto question =
      ReadQuestionWords(inquiry.terms, inquiry.model().lexicon(), arena);
  const auto words = MakeBuffer<SentenceWord>(arena, kMaxSentenceTerms);
  const auto found_words = MakeBuffer<FoundWord>(arena, kMaxSentenceTerms);
  const std::size_t terms = inquiry.terms.distinct.size();
  const auto alike = MakeSpan<Similarity>(arena, terms);
  const auto related = MakeSpan<Similarity>(arena, terms);  // Stays empty.
  for (std::size_t i = 0; i < pool.sentences.size(); ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    const auto found = matches.Of(sentence.segment);
    if (!found) return found.error();
    const auto read = inquiry.segments[sentence.segment].reader->SentenceWords(
        sentence.sentence, words.first<kMaxSentenceTerms>());
    if (!read) return read.error();
    std::ranges::fill(alike, Similarity{0});
    DigestReader digests(question, **found,
                         found_words.first<kMaxSentenceTerms>());
    static_cast<void>(digests.Read(*read, {alike, related, related}));
    KeepGreater(rows[i], alike, kSynonymPercent);
  }
  return matches.status();
}

// Returns the similarities for the question's own words in each sentence.
Result<SimilarityTable> OwnWords(const Inquiry& inquiry,
                                 const SentencePool& pool) {
  const SimilarityTable own(pool.sentences.size(),
                            inquiry.terms.distinct.size(), inquiry.arena);
  if (const auto added = AddOwnWords(inquiry, pool, own); !added) {
    return added.error();
  }
  if (inquiry.terms.synonyms.empty()) return own;
  if (const auto added = AddSynonyms(inquiry, pool, own); !added) {
    return added.error();
  }
  return own;
}

// Returns the sum of the terms' idf times their similarities, in 1/256.
std::int64_t Weighed(std::span<const Similarity> row,
                     const QuestionWeights& weights) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < row.size(); ++t) {
    sum += std::int64_t{weights.idf(t)} * row[t];
  }
  return sum / kSame;
}

// The components of a score, in 1/256.
struct Parts {
  std::int64_t own = 0;
  std::int64_t beside = 0;   // Added by neighbours.
  std::int64_t heading = 0;  // Added by headings.
};

// The words of a question that name its subject, without those that say what is
// asked about it: "dengue" in "the symptoms of dengue".
class Subject {
 public:
  Subject(const QuestionTerms& terms, const QuestionWeights& weights,
          KindMask asked, Arena& arena)
      : weights_(weights),
        holds_(MakeSpan<bool>(arena, terms.distinct.size())) {
    for (std::size_t t = 0; t < holds_.size(); ++t) {
      holds_[t] = (KindsNamedBy(terms.distinct[t].term) & asked) == 0;
      if (holds_[t]) total_ += weights.idf(t);
      is_part_ = is_part_ || !holds_[t];
    }
  }

  // Whether the question has other words, too.
  [[nodiscard]] bool is_part() const { return is_part_; }

  // Raises only the similarities of the subject's words.
  void Raise(std::span<Similarity> row, std::span<const Similarity> other,
             std::uint32_t percent) const {
    for (std::size_t t = 0; t < row.size(); ++t) {
      if (!holds_[t]) continue;
      row[t] =
          std::max(row[t], static_cast<Similarity>(other[t] * percent / 100));
    }
  }

  // Returns how far the words found around a sentence name the subject, from 0
  // to whole(): everything if they have half of the subject's words by weight,
  // nothing for a quarter or less. whole() if the question has no subject.
  [[nodiscard]] std::int64_t Told(std::span<const Similarity> found) const {
    if (total_ == 0) return whole();
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < holds_.size(); ++t) {
      if (holds_[t]) sum += std::int64_t{weights_.idf(t)} * found[t];
    }
    return std::clamp<std::int64_t>(4 * sum / kSame - total_, 0, total_);
  }
  [[nodiscard]] std::int64_t whole() const { return std::max(total_, kLeast); }

 private:
  const QuestionWeights& weights_;
  std::span<bool> holds_;  // By term of the question.
  bool is_part_ = false;
  static constexpr std::int64_t kLeast = 1;
  std::int64_t total_ = 0;
};

ChosenFor CauseOf(const Parts& parts) {
  if (parts.heading > parts.own + parts.beside) return ChosenFor::kHeading;
  return parts.beside > parts.own ? ChosenFor::kNeighbour : ChosenFor::kWords;
}

// Divides by the greatest score, if it is positive. Otherwise all stay zero.
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
// Returns the square root of LengthPrior().
Q16 MildLengthPrior(const PooledSentence& sentence, std::int64_t enough) {
  const auto raw =
      static_cast<std::uint64_t>(LengthPrior(sentence, enough).raw());
  return Q16::FromRaw(IntegerSquareRoot(raw << Q16::kFractionBits));
}

// Direct speech says less about what happens.
Q16 SpeechPrior(const PooledSentence& sentence, Q16 share) {
  return (sentence.record.signs & kQuotationMark) != 0 ? share : kFullWeight;
}

// Returns the sentences with the greatest scores, in order of score. Equal
// scores are ordered by place, so that the result does not depend on the sort.
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

// Raises a sentence's row by those of up to three adjacent sentences on each
// side.
void KeepNeighbours(const SentencePool& pool, const SimilarityTable& own,
                    std::size_t i, std::span<Similarity> row) {
  const std::size_t count = pool.sentences.size();
  for (std::size_t d = 0, before = i, after = i; d < kBeside.size(); ++d) {
    if (before > 0 && before + d == i && pool.HasNeighbour(before - 1)) {
      KeepGreater(row, own[--before], kBeside[d].before_percent);
    }
    if (after + 1 < count && after == i + d && pool.HasNeighbour(after)) {
      KeepGreater(row, own[++after], kBeside[d].after_percent);
    }
  }
}

// Raises a row by the headings above. Other words of a heading count only as
// far as the headings name the subject: the symptoms of malaria say nothing
// about dengue. Returns how far they do, up to subject.whole().
std::int64_t KeepHeadings(const SectionEvidence& section,
                          const Subject& subject, std::span<Similarity> row) {
  subject.Raise(row, section.title, kTitlePercent);
  subject.Raise(row, section.path, kHeadingPercent);
  const std::int64_t told = subject.Told(row);
  if (told > 0 && subject.is_part()) {
    KeepGreater(row, section.title, kTitlePercent);
    KeepGreater(row, section.path, kHeadingPercent);
  }
  return told;
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
  const Subject subject(inquiry.terms, weights, cues.kinds, arena);
  const auto row = MakeSpan<Similarity>(arena, inquiry.terms.distinct.size());
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  Relevance relevance{MakeSpan<Q16>(arena, count),
                      MakeSpan<ChosenFor>(arena, count)};
  std::optional<SectionEvidence> section;
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    // A heading separates the sentences before it from those after it.
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
    KeepNeighbours(pool, *own, i, row);
    const std::int64_t with_neighbours = Weighed(row, weights);
    parts.beside = with_neighbours - parts.own;
    const std::int32_t bonus = SectionBonusQ8(*section);
    relevance.headings_tell = relevance.headings_tell || bonus > 0;
    const std::int64_t told = KeepHeadings(*section, subject, row);
    parts.heading = Weighed(row, weights) - with_neighbours +
                    bonus * told / subject.whole();
    scores[i] = parts.own + parts.beside + parts.heading;
    relevance.causes[i] = CauseOf(parts);
  }
  Scale(scores, relevance.scores);
  return relevance;
}

Relevance CentralRelevance(const SentencePool& pool, const UnitVectors& vectors,
                           const GatheringWeights& weights, Arena& arena) {
  const std::size_t count = pool.sentences.size();
  const auto equal = MakeSpan<Q16>(arena, vectors.size());
  std::ranges::fill(equal.first(count), kFullWeight);
  const auto cosines = CosinesWithSum(vectors, equal, arena);
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  Relevance relevance{MakeSpan<Q16>(arena, count),
                      MakeSpan<ChosenFor>(arena, count)};
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    scores[i] = (cosines[i] * MildLengthPrior(sentence, weights.summary_words) *
                 SpeechPrior(sentence, weights.summary_speech))
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
                                         const UnitVectors& vectors,
                                         const GatheringWeights& weights) {
  constexpr Q16 kSpeechShare = Q16::FromRaw(Q16::kOne / 2);
  constexpr Q16 kRelevanceAlone = Q16::FromRaw(Q16::kOne / 10);
  constexpr std::size_t kFeedbackSentences = 10;
  constexpr std::int64_t kEnoughWordsUnderHeading = 25;
  Arena& arena = inquiry.arena;
  const auto asked = RelevanceToQuestion(inquiry, pool);
  if (!asked) return asked;
  const std::size_t count = pool.sentences.size();
  const auto of_sum = MakeSpan<Q16>(arena, vectors.size());
  for (const std::uint32_t i : Best(asked->scores, kFeedbackSentences, arena)) {
    of_sum[i] = asked->scores[i];
  }
  const auto feedback = CosinesWithSum(vectors, of_sum, arena);
  std::ranges::fill(of_sum.first(count), kFullWeight);
  const auto central = CosinesWithSum(vectors, of_sum, arena);
  const auto scores = MakeSpan<std::int64_t>(arena, count);
  for (std::size_t i = 0; i < count; ++i) {
    const PooledSentence& sentence = pool.sentences[i];
    const Q16 common =
        weights.central * central[i] + weights.feedback * feedback[i];
    const Q16 score =
        asked->headings_tell
            ? asked->scores[i] * (kRelevanceAlone + common) *
                  MildLengthPrior(sentence, kEnoughWordsUnderHeading)
            : (weights.asked * asked->scores[i] + common) *
                  LengthPrior(sentence, weights.answer_words);
    scores[i] = (score * SpeechPrior(sentence, kSpeechShare)).raw();
  }
  Scale(scores, asked->scores);
  return asked;
}

}  // namespace answerbox::engine
