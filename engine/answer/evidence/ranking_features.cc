#include "engine/answer/evidence/ranking_features.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/numeric/arena.h"
#include "engine/numeric/bit_count.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

using Feature = SentenceFeature;

constexpr std::int64_t kWhole = 1024;  // Q10.
constexpr std::int16_t kHalf = kWhole / 2;

constexpr std::string_view kNames[] = {
#define X(name, definition) #name,
    ANSWERBOX_SENTENCE_MEASURES(X)
#undef X
#define X(name, definition) #name "Lead",
        ANSWERBOX_SENTENCE_MEASURES(X)
#undef X
#define X(name, definition) #name,
            ANSWERBOX_SENTENCE_PROPERTIES(X)
#undef X
};
static_assert(std::size(kNames) == kSentenceFeatures);

std::int16_t Cut(std::int64_t value) {
  using Limits = std::numeric_limits<std::int16_t>;
  return static_cast<std::int16_t>(
      std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

// part / whole in Q10; 0 if `whole` is 0. An empty whole has no part: a
// question without names misses none.
std::int16_t Share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? std::int16_t{0} : Cut(part * kWhole / whole);
}

std::int16_t CountOf(std::uint64_t mask) {
  return static_cast<std::int16_t>(CountBits(mask));
}

std::int64_t Pairs(std::size_t words) {
  return words == 0 ? 0 : static_cast<std::int64_t>(words) - 1;
}

std::int16_t Flag(bool flag) {
  return flag ? std::int16_t{1} : std::int16_t{0};
}

bool HasSign(const CandidateSentence& sentence, SentenceSign sign) {
  return (sentence.record.signs & sign) != 0;
}

std::int16_t InQ10(Similarity similarity) {
  return static_cast<std::int16_t>(similarity * kWhole / kSame);
}

template <typename Values>
auto& At(Values& values, Feature feature) {
  return values[static_cast<std::size_t>(feature)];
}

}  // namespace

std::string_view ToString(SentenceFeature feature) noexcept {
  return kNames[static_cast<std::size_t>(feature)];
}

// Measures of all candidates come before any row, because leads compare a
// candidate with the others, and neighbours' measures are features too.
RankingFeatures::RankingFeatures(const CandidateEvidence& evidence,
                                 const QuestionTerms& terms,
                                 const QuestionWords& question,
                                 std::span<const AnsweringChunk> chunks,
                                 Arena& arena)
    : evidence_(evidence), question_(question), chunks_(chunks) {
  WeighTerms(terms, arena);
  SummarizeRuns(arena);
  measures_ = MakeSpan<Measures>(arena, evidence_.sentences().size());
  for (std::size_t i = 0; i < measures_.size(); ++i) Measure(i, measures_[i]);
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    MeasureNeighbours(i, measures_[i]);
  }
  FindTops();
}

// Rarity in English tells how much a term says; rarity among the candidates
// tells how much it tells these apart. The second is smoothed by halves, as in
// BM25.
void RankingFeatures::WeighTerms(const QuestionTerms& terms, Arena& arena) {
  const std::size_t count = terms.distinct.size();
  rarity_ = MakeSpan<std::int32_t>(arena, count);
  local_ = MakeSpan<std::int32_t>(arena, count);
  const auto holding = MakeSpan<std::uint32_t>(arena, count);
  for (const CandidateSentence& candidate : evidence_.sentences()) {
    if (!candidate.record.CanAnswer()) continue;
    ++sentence_count_;
    for (TermMask rest = candidate.digest.same; rest != 0; rest &= rest - 1) {
      ++holding[static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  for (std::size_t t = 0; t < count; ++t) {
    rarity_[t] = question_.lexicon[t].rarity * 16;
    local_[t] =
        LnRatioQ16(2 * sentence_count_ + 2, 2 * holding[t] + 1) / (1 << 8);
    rarity_total_ += rarity_[t];
    local_total_ += local_[t];
    if (holding[t] == 1) once_ |= TermMask{1} << t;
  }
}

// Once per run: every sentence of it asks what the run holds.
void RankingFeatures::SummarizeRuns(Arena& arena) {
  const std::size_t terms = evidence_.term_count();
  summaries_ = MakeSpan<RunSummary>(arena, evidence_.runs().size());
  for (std::size_t r = 0; r < summaries_.size(); ++r) {
    RunSummary& summary = summaries_[r];
    summary.similarities = MakeSpan<Similarity>(arena, terms);
    const SentenceRun& run = evidence_.runs()[r];
    for (std::size_t i = run.begin; i < run.end; ++i) {
      summary.same |= evidence_.sentences()[i].digest.same;
      const auto row = evidence_.similarities(i);
      for (std::size_t t = 0; t < terms; ++t) {
        summary.similarities[t] = std::max(summary.similarities[t], row[t]);
      }
    }
  }
}

// Bit by bit, since few terms are held.
std::int16_t RankingFeatures::SameShare(TermMask same) const {
  std::int32_t sum = 0;
  for (TermMask rest = same; rest != 0; rest &= rest - 1) {
    sum += rarity_[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return Share(sum, rarity_total_);
}

template <typename SimilarityOf>
std::int16_t RankingFeatures::SoftShare(std::span<const std::int32_t> weights,
                                        std::int32_t total,
                                        const SimilarityOf& similarity) const {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    sum += std::int64_t{weights[t]} * similarity(t);
  }
  return Share(sum / kSame, total);
}

std::int16_t RankingFeatures::LocalShareOf(std::size_t candidate) const {
  const auto row = evidence_.similarities(candidate);
  return SoftShare(local_, local_total_, [&](std::size_t t) { return row[t]; });
}

// From the digest and the similarities alone: the text is not read again.
void RankingFeatures::Measure(std::size_t candidate, Measures& measures) const {
  const SentenceDigest& digest = evidence_.sentences()[candidate].digest;
  const auto row = evidence_.similarities(candidate);
  const auto found = CountOf(digest.same);
  const auto words = static_cast<std::int64_t>(question_.words);
  At(measures, Feature::kCoverage) = SameShare(digest.same);
  At(measures, Feature::kLocalCoverage) = SoftShare(
      local_, local_total_,
      [&](std::size_t t) { return row[t] == kSame ? kSame : Similarity{0}; });
  At(measures, Feature::kSoftCoverage) =
      SoftShare(rarity_, rarity_total_, [&](std::size_t t) { return row[t]; });
  At(measures, Feature::kSoftLocalCoverage) = LocalShareOf(candidate);
  const auto related = evidence_.related_similarities(candidate);
  At(measures, Feature::kRelatedCoverage) =
      SoftShare(rarity_, rarity_total_,
                [&](std::size_t t) { return std::max(row[t], related[t]); });
  At(measures, Feature::kTermShare) =
      Share(found, static_cast<std::int64_t>(rarity_.size()));
  At(measures, Feature::kWordShare) = Share(CountOf(digest.positions), words);
  At(measures, Feature::kPairShare) =
      Share(CountOf(digest.pairs), Pairs(question_.words));
  At(measures, Feature::kTermPairShare) =
      Share(CountOf(digest.term_pairs), Pairs(question_.terms));
  At(measures, Feature::kRunShare) = Share(digest.longest_run, words);
  At(measures, Feature::kSubsequenceShare) =
      Share(digest.common_terms, static_cast<std::int64_t>(question_.terms));
  At(measures, Feature::kProximity) =
      found < 2 ? std::int16_t{0}
                : Cut(std::int64_t{found} * At(measures, Feature::kCoverage) /
                      digest.window);
}

// A heading beside a sentence is no context of it: it stands above all that
// follow.
std::optional<std::size_t> RankingFeatures::Before(
    std::size_t candidate) const {
  const auto& sentences = evidence_.sentences();
  const SentenceRun& run = evidence_.runs()[sentences[candidate].run];
  if (candidate == run.begin || sentences[candidate - 1].record.is_heading) {
    return std::nullopt;
  }
  return candidate - 1;
}

std::optional<std::size_t> RankingFeatures::After(std::size_t candidate) const {
  const auto& sentences = evidence_.sentences();
  const SentenceRun& run = evidence_.runs()[sentences[candidate].run];
  if (candidate + 1 == run.end || sentences[candidate + 1].record.is_heading) {
    return std::nullopt;
  }
  return candidate + 1;
}

// A question is often answered across two sentences: "It was repaired in May"
// after the one that names the pump.
void RankingFeatures::MeasureNeighbours(std::size_t candidate,
                                        Measures& measures) const {
  const auto& sentences = evidence_.sentences();
  const auto own = evidence_.similarities(candidate);
  const auto before = Before(candidate);
  const auto after = After(candidate);
  const auto previous = before ? evidence_.similarities(*before) : own;
  const auto next = after ? evidence_.similarities(*after) : own;
  const auto headings = evidence_.heading_similarities(candidate);
  At(measures, Feature::kWithPrevious) =
      SameShare(sentences[candidate].digest.same |
                (before ? sentences[*before].digest.same : 0));
  const auto together = [&](const auto& similarity) {
    return SoftShare(local_, local_total_, similarity);
  };
  At(measures, Feature::kWithNext) =
      together([&](std::size_t t) { return std::max(own[t], next[t]); });
  At(measures, Feature::kWithBoth) = together([&](std::size_t t) {
    return std::max({own[t], next[t], previous[t]});
  });
  At(measures, Feature::kWithHeadings) =
      together([&](std::size_t t) { return std::max(own[t], headings[t]); });
}

// The two best are enough to give each candidate the best of the others,
// without a comparison of all with all.
void RankingFeatures::FindTops() {
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    if (!evidence_.sentences()[i].record.CanAnswer()) continue;
    for (std::size_t m = 0; m < kSentenceMeasures; ++m) {
      const std::int16_t value = measures_[i][m];
      Top& top = tops_[m];
      if (value > top.best) {
        top.second = top.best;
        top.best = value;
      } else if (value > top.second) {
        top.second = value;
      }
    }
  }
}

// Measures with their leads first, in the order of SentenceFeature; trees know
// features by number.
void RankingFeatures::Fill(std::size_t candidate, Row row) const noexcept {
  const Measures& measures = measures_[candidate];
  for (std::size_t m = 0; m < kSentenceMeasures; ++m) {
    row[m] = measures[m];
    const Top& top = tops_[m];
    const std::int16_t other = measures[m] == top.best ? top.second : top.best;
    row[kSentenceMeasures + m] = static_cast<std::int16_t>(measures[m] - other);
  }
  FillPlace(candidate, row);
  FillWords(candidate, row);
  FillMissing(candidate, row);
  FillType(candidate, row);
  FillRun(candidate, row);
}

// First sentences of a paragraph say what it is about; pronouns refer to the
// sentence before.
void RankingFeatures::FillPlace(std::size_t candidate, Row row) const {
  const CandidateSentence& sentence = evidence_.sentences()[candidate];
  const SentenceRun& run = evidence_.runs()[sentence.run];
  const auto place = static_cast<std::int64_t>(candidate) - run.begin;
  const std::int64_t length = run.end - run.begin;
  At(row, Feature::kPlaceShare) = Share(place, length);
  At(row, Feature::kPlace) = Cut(place);
  At(row, Feature::kPlaceFromEnd) = Cut(length - 1 - place);
  At(row, Feature::kRunSentences) = Cut(length);
  const auto before = Before(candidate);
  const auto after = After(candidate);
  const auto of = [this](std::optional<std::size_t> neighbour,
                         Feature measure) {
    return neighbour ? At(measures_[*neighbour], measure) : std::int16_t{0};
  };
  At(row, Feature::kPreviousCoverage) = of(before, Feature::kCoverage);
  At(row, Feature::kNextCoverage) = of(after, Feature::kCoverage);
  At(row, Feature::kPreviousSoft) = of(before, Feature::kSoftLocalCoverage);
  At(row, Feature::kNextSoft) = of(after, Feature::kSoftLocalCoverage);
  const bool pronoun = sentence.digest.begins_with_pronoun;
  At(row, Feature::kPronoun) = Flag(pronoun);
  At(row, Feature::kPronounPrevious) =
      pronoun ? At(row, Feature::kPreviousCoverage) : std::int16_t{0};
  const Measures& own = measures_[candidate];
  std::int16_t above = 0;
  std::int16_t above_soft = 0;
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    if (!evidence_.sentences()[i].record.CanAnswer()) continue;
    above += Flag(At(measures_[i], Feature::kCoverage) >
                  At(own, Feature::kCoverage));
    above_soft += Flag(At(measures_[i], Feature::kSoftCoverage) >
                       At(own, Feature::kSoftCoverage));
  }
  At(row, Feature::kAboveByCoverage) = above;
  At(row, Feature::kAboveBySoft) = above_soft;
}

// What the question lacks may be what it asks for: a new name, number or year.
void RankingFeatures::FillWords(std::size_t candidate, Row row) const {
  const CandidateSentence& sentence = evidence_.sentences()[candidate];
  const SentenceDigest& digest = sentence.digest;
  At(row, Feature::kDensity) = Share(CountOf(digest.same), digest.words);
  At(row, Feature::kWords) = Cut(digest.words);
  At(row, Feature::kNewNames) = digest.new_names;
  At(row, Feature::kNewNumbers) = digest.new_numbers;
  At(row, Feature::kNewYears) = digest.new_years;
  At(row, Feature::kNewTerms) = digest.new_terms;
  At(row, Feature::kMonths) = digest.months;
  At(row, Feature::kCauses) = digest.causes;
  At(row, Feature::kUnits) = digest.units;
  At(row, Feature::kNegations) = digest.negations;
  At(row, Feature::kPerCent) = Flag(HasSign(sentence, kPercentSign));
  At(row, Feature::kCurrency) = Flag(HasSign(sentence, kCurrencySign));
  At(row, Feature::kQuote) = Flag(HasSign(sentence, kQuotationMark));
  At(row, Feature::kBracket) = Flag(HasSign(sentence, kRoundBracket));
  At(row, Feature::kQuestionTerms) =
      Cut(static_cast<std::int64_t>(rarity_.size()));
  At(row, Feature::kQuestionWords) =
      Cut(static_cast<std::int64_t>(question_.words));
}

// What a sentence lacks says more than what it holds: most candidates were
// found because they hold much.
void RankingFeatures::FillMissing(std::size_t candidate, Row row) const {
  const SentenceDigest& digest = evidence_.sentences()[candidate].digest;
  const auto similarities = evidence_.similarities(candidate);
  const auto by_relation = evidence_.related_similarities(candidate);
  const TermMask same = digest.same;
  At(row, Feature::kNameShare) =
      Share(CountOf(question_.names & same), CountOf(question_.names));
  At(row, Feature::kNamesMissing) = CountOf(question_.names & ~same);
  At(row, Feature::kNumbersMissing) = CountOf(question_.numbers & ~same);
  At(row, Feature::kNumbersFound) = CountOf(question_.numbers & same);
  At(row, Feature::kOnlyHere) = SameShare(same & once_);
  std::int32_t found = 0;
  std::int32_t missing = 0;
  std::int32_t missing_sum = 0;
  std::int32_t local_missing = 0;
  std::int16_t alike = 0;
  std::int16_t related = 0;
  Similarity closest_related = 0;
  for (std::size_t t = 0; t < rarity_.size(); ++t) {
    if ((same >> t & 1) != 0) {
      found = std::max(found, rarity_[t]);
      continue;
    }
    missing = std::max(missing, rarity_[t]);
    missing_sum += rarity_[t];
    if (similarities[t] != 0) {
      ++alike;
      continue;
    }
    local_missing = std::max(local_missing, local_[t]);
    related += Flag(by_relation[t] != 0);
    closest_related = std::max(closest_related, by_relation[t]);
  }
  At(row, Feature::kOnlyRelated) = related;
  At(row, Feature::kClosestRelated) =
      static_cast<std::int16_t>(closest_related * 256 / kSame);
  At(row, Feature::kRarestFound) = Cut(found);
  At(row, Feature::kRarestMissing) = Cut(missing);
  At(row, Feature::kRarityMissing) = Cut(missing_sum);
  At(row, Feature::kLocalMissing) = Cut(local_missing);
  At(row, Feature::kOnlyAlike) = alike;
  At(row, Feature::kFirstTerm) = Flag((same >> question_.first_term & 1) != 0);
  At(row, Feature::kLastTerm) = InQ10(similarities[question_.last_term]);
  At(row, Feature::kFocus) =
      question_.focus ? InQ10(similarities[*question_.focus]) : kHalf;
  At(row, Feature::kVerbShare) = VerbShare(similarities);
}

// A question without a verb neither finds nor misses one.
std::int16_t RankingFeatures::VerbShare(
    std::span<const Similarity> similarities) const {
  if (question_.verbs == 0) return kHalf;
  std::int64_t verbs = 0;
  for (TermMask rest = question_.verbs; rest != 0; rest &= rest - 1) {
    verbs += similarities[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return Share(verbs, std::int64_t{kSame} * CountOf(question_.verbs));
}

// "When" is answered by a number or a month, "who" by a name that the question
// lacks. A type that asks for no kind of word fits all.
void RankingFeatures::FillType(std::size_t candidate, Row row) const {
  const SentenceDigest& digest = evidence_.sentences()[candidate].digest;
  const QuestionType type = question_.type;
  const bool time = type == QuestionType::kWhen;
  const bool number = type == QuestionType::kHowMany;
  const bool who = type == QuestionType::kWho;
  bool fits = true;
  if (who || type == QuestionType::kWhere) fits = digest.new_names > 0;
  if (time) fits = digest.new_numbers > 0 || digest.months > 0;
  if (number) fits = digest.new_numbers > 0;
  if (type == QuestionType::kWhy) fits = digest.causes > 0;
  At(row, Feature::kNameDistance) = digest.name_distance;
  At(row, Feature::kNumberDistance) = digest.number_distance;
  std::int16_t distance = SentenceDigest::kFarAway;
  if (who || type == QuestionType::kWhere) distance = digest.name_distance;
  if (time || number) distance = digest.number_distance;
  At(row, Feature::kTypeDistance) = distance;
  At(row, Feature::kQuestionType) = static_cast<std::int16_t>(type);
  At(row, Feature::kFitsType) = Flag(fits);
  At(row, Feature::kNegationDiffers) = static_cast<std::int16_t>(
      Flag(question_.negations > 0) - Flag(digest.negations > 0));
  At(row, Feature::kWhoCandidates) =
      who ? std::int16_t{digest.new_names} : std::int16_t{0};
  At(row, Feature::kNumberCandidates) =
      time || number ? std::int16_t{digest.new_numbers} : std::int16_t{0};
}

// The paragraph may name what the sentence means by "it".
void RankingFeatures::FillRun(std::size_t candidate, Row row) const {
  const CandidateSentence& sentence = evidence_.sentences()[candidate];
  const RunSummary& run = summaries_[sentence.run];
  At(row, Feature::kRunCoverage) = SameShare(run.same);
  At(row, Feature::kRunSoft) =
      SoftShare(rarity_, rarity_total_,
                [&](std::size_t t) { return run.similarities[t]; });
  At(row, Feature::kRunNamesMissing) = CountOf(question_.names & ~run.same);
  At(row, Feature::kRunNumbersMissing) = CountOf(question_.numbers & ~run.same);
  const std::int32_t score = chunks_[sentence.chunk_rank].score_q8;
  At(row, Feature::kChunkScore) = Cut(score / 16);
  At(row, Feature::kChunkGap) = Cut((chunks_.front().score_q8 - score) / 4);
  At(row, Feature::kChunkRank) = Cut(sentence.chunk_rank);
  const auto headings = evidence_.heading_similarities(candidate);
  At(row, Feature::kHeadingCoverage) = SoftShare(
      local_, local_total_, [&](std::size_t t) { return headings[t]; });
}

}  // namespace answerbox::engine
