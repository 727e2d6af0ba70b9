#include "engine/answer/evidence/answer_features.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

#include "engine/numeric/bit_count.h"

namespace answerbox::engine {
namespace {

using Feature = AnswerFeature;
using Row = std::span<std::int16_t, kAnswerFeatures>;

constexpr std::string_view kNames[] = {
#define F(feature) "MissingSame" #feature,
    ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) "MissingAlike" #feature,
        ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) "MissingNearby" #feature,
            ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) "MissingRun" #feature,
                ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) "MissingRunAlike" #feature,
                    ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define X(name, definition) #name,
                        ANSWERBOX_ANSWER_PROPERTIES(X)
#undef X
};
static_assert(std::size(kNames) == static_cast<std::size_t>(Feature::kCount));

// Trees compare 16 bits, so what is past them must not wrap around.
std::int16_t Cut(std::int64_t value) {
  using Limits = std::numeric_limits<std::int16_t>;
  return static_cast<std::int16_t>(
      std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

std::int16_t CountOf(std::uint64_t mask) {
  return static_cast<std::int16_t>(CountBits(mask));
}

std::int16_t& At(Row row, Feature feature) {
  return row[kSentenceFeatures + static_cast<std::size_t>(feature)];
}

// Calls visit(term) for every term of the mask.
template <typename Visit>
void ForEachTerm(TermMask terms, const Visit& visit) {
  for (; terms != 0; terms &= terms - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(terms)));
  }
}

// Each group of missing terms takes away what one more reading of the text
// explains: the sentence, close words, neighbours, the run. What is missing
// even then speaks against an answer.
class AnswerReader {
 public:
  AnswerReader(const CandidateEvidence& evidence, const QuestionWords& question,
               const RankingFeatures& ranking, const Contest& contest)
      : evidence_(evidence),
        question_(question),
        ranking_(ranking),
        contest_(contest),
        all_(evidence.term_count() >= 64
                 ? ~TermMask{0}
                 : (TermMask{1} << evidence.term_count()) - 1) {
    FindMissing();
  }

  void Fill(Row row) const {
    FillGroup(row, Feature::kMissingSameCount, same_);
    FillGroup(row, Feature::kMissingAlikeCount, alike_);
    FillGroup(row, Feature::kMissingNearbyCount, nearby_);
    FillGroup(row, Feature::kMissingRunCount, run_);
    FillGroup(row, Feature::kMissingRunAlikeCount, run_alike_);
    FillContest(row);
    FillKinds(row);
    FillNegation(row);
    FillDoubt(row);
  }

 private:
  const SentenceDigest& DigestOf(std::size_t candidate) const {
    return evidence_.sentences()[candidate].digest;
  }

  // Terms without a close word in a candidate. A word that is merely alike may
  // be another form of the term.
  TermMask Unlike(std::size_t candidate) const {
    const auto row = evidence_.similarities(candidate);
    TermMask unlike = 0;
    for (std::size_t t = 0; t < row.size(); ++t) {
      if (row[t] == 0) unlike |= TermMask{1} << t;
    }
    return unlike;
  }

  // By bits: a term is missing from the run unless one of its sentences holds
  // it.
  void FindMissing() {
    const std::size_t best = contest_.best.candidate;
    const auto& sentence = evidence_.sentences()[best];
    const SentenceRun& run = evidence_.runs()[sentence.run];
    same_ = all_ & ~sentence.digest.same;
    alike_ = Unlike(best);
    nearby_ = same_;
    run_ = all_;
    run_alike_ = all_;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      run_ &= ~DigestOf(i).same;
      run_alike_ &= Unlike(i);
      run_pairs_ |= DigestOf(i).pairs;
      run_opposed_ |= DigestOf(i).opposed;
      if (i + 1 == best || i == best + 1) nearby_ &= ~DigestOf(i).same;
    }
    InheritFromHeadings();
  }

  // A term that the headings above the sentence hold is not missing.
  void InheritFromHeadings() {
    const std::size_t best = contest_.best.candidate;
    if (evidence_.sentences()[best].headings == nullptr) return;
    const auto headings = evidence_.heading_similarities(best);
    TermMask same = 0;
    TermMask alike = 0;
    for (std::size_t t = 0; t < headings.size(); ++t) {
      if (headings[t] == kSame) same |= TermMask{1} << t;
      if (headings[t] != 0) alike |= TermMask{1} << t;
    }
    same_ &= ~same;
    nearby_ &= ~same;
    run_ &= ~same;
    alike_ &= ~alike;
    run_alike_ &= ~alike;
  }

  // Fills the six features of a group, from `first` on. The six features stand
  // together in the enumeration, so a group is filled by its first.
  void FillGroup(Row row, Feature first, TermMask missing) const {
    std::int32_t rarity = 0;
    std::int32_t rarest = 0;
    std::int32_t blame = 0;
    std::int32_t most_blame = 0;
    ForEachTerm(missing, [&](std::size_t t) {
      rarity += ranking_.rarity()[t];
      rarest = std::max(rarest, ranking_.rarity()[t]);
      blame += question_.lexicon[t].blame;
      most_blame =
          std::max<std::int32_t>(most_blame, question_.lexicon[t].blame);
    });
    const auto features =
        row.subspan(kSentenceFeatures + static_cast<std::size_t>(first), 6);
    features[0] = CountOf(missing);
    features[1] = Cut(rarity);
    features[2] = Cut(rarest);
    features[3] = Cut(CountOf(missing) * 1024 / CountBits(all_));
    features[4] = Cut(blame);
    features[5] = Cut(most_blame);
  }

  std::int16_t RarityOf(TermMask terms) const {
    std::int32_t sum = 0;
    ForEachTerm(terms, [&](std::size_t t) { sum += ranking_.rarity()[t]; });
    return Cut(sum);
  }

  // Without a rival there is no lead. 5 in log-odds stands for it, as when the
  // weights were trained.
  void FillContest(Row row) const {
    const RankedCandidate& best = contest_.best;
    const RankedCandidate& other = contest_.other;
    At(row, Feature::kRankerScore) = Cut(best.odds / 16);
    At(row, Feature::kRankerLead) = best.candidate == other.candidate
                                        ? std::int16_t{5 * 256}
                                        : Cut((best.odds - other.odds) / 16);
    At(row, Feature::kRankerTotal) = Cut(contest_.total_q10);
    At(row, Feature::kSentences) =
        Cut(static_cast<std::int64_t>(ranking_.sentence_count()));
    const auto measure = [&](SentenceFeature feature) {
      return ranking_.MeasureOf(other.candidate, feature);
    };
    At(row, Feature::kOtherCoverage) = measure(SentenceFeature::kCoverage);
    At(row, Feature::kOtherSoft) = measure(SentenceFeature::kSoftCoverage);
    At(row, Feature::kOtherPairs) = measure(SentenceFeature::kPairShare);
    At(row, Feature::kOtherCovers) =
        RarityOf(same_ & DigestOf(other.candidate).same);
    At(row, Feature::kRunCovers) = RarityOf(same_ & ~run_);
    At(row, Feature::kQuestionRarity) = RarityOf(all_);
  }

  // What kind of word is missing tells more than how many are: a name or a
  // number that is not there is seldom said otherwise.
  void FillKinds(Row row) const {
    At(row, Feature::kAlikeNames) = CountOf(alike_ & question_.names);
    At(row, Feature::kAlikeNumbers) = CountOf(alike_ & question_.numbers);
    At(row, Feature::kAlikeVerbs) = CountOf(alike_ & question_.verbs);
    At(row, Feature::kRunNames) = CountOf(run_alike_ & question_.names);
    At(row, Feature::kRunNumbers) = CountOf(run_alike_ & question_.numbers);
    At(row, Feature::kRunVerbs) = CountOf(run_alike_ & question_.verbs);
    PositionMask missing_words = 0;
    PositionMask missing_terms = 0;
    ForEachTerm(same_, [&](std::size_t t) {
      missing_words |= question_.word_positions[t];
      missing_terms |= question_.term_positions[t];
    });
    const SentenceDigest& digest = DigestOf(contest_.best.candidate);
    At(row, Feature::kBridged) = CountOf(digest.bridged & missing_terms);
    At(row, Feature::kInterrupted) =
        CountOf(digest.positions << 1 & missing_words);
    At(row, Feature::kOpposed) = CountOf(digest.opposed & same_);
    At(row, Feature::kRunOpposed) = CountOf(run_opposed_ & run_);
    At(row, Feature::kFocusMissing) =
        question_.focus && (run_ >> *question_.focus & 1) != 0 ? 1 : 0;
    At(row, Feature::kNamePairs) = CountOf(question_.name_pairs);
    At(row, Feature::kNamePairsMissing) =
        CountOf(question_.name_pairs & ~run_pairs_);
  }

  // "Which drugs are not given?" is answered by a sentence that denies.
  void FillNegation(Row row) const {
    const bool negated = question_.negations > 0;
    At(row, Feature::kQuestionNegations) =
        Cut(static_cast<std::int64_t>(question_.negations));
    At(row, Feature::kUnansweredNegation) =
        negated && DigestOf(contest_.best.candidate).negations == 0 ? 1 : 0;
  }

  // Some words occur in questions that have no answer more than in others
  // (lexicon.h), whatever the text is.
  void FillDoubt(Row row) const {
    std::int32_t sum = question_.stop_doubt;
    std::int32_t most = 0;
    std::int32_t least = 0;
    for (const LexiconEntry& entry : question_.lexicon) {
      sum += entry.doubt;
      most = std::max<std::int32_t>(most, entry.doubt);
      least = std::min<std::int32_t>(least, entry.doubt);
    }
    At(row, Feature::kDoubt) = Cut(sum);
    At(row, Feature::kMostDoubt) = Cut(most);
    At(row, Feature::kLeastDoubt) = Cut(least);
    At(row, Feature::kStopDoubt) = Cut(question_.stop_doubt);
  }

  const CandidateEvidence& evidence_;
  const QuestionWords& question_;
  const RankingFeatures& ranking_;
  const Contest& contest_;
  TermMask all_;
  TermMask same_ = 0;
  TermMask alike_ = 0;
  TermMask nearby_ = 0;
  TermMask run_ = 0;
  TermMask run_alike_ = 0;
  TermMask run_opposed_ = 0;
  PositionMask run_pairs_ = 0;
};

}  // namespace

std::string_view ToString(AnswerFeature feature) noexcept {
  return kNames[static_cast<std::size_t>(feature)];
}

void FillAnswerFeatures(const CandidateEvidence& evidence,
                        const QuestionWords& question,
                        const RankingFeatures& ranking, const Contest& contest,
                        Row row) noexcept {
  AnswerReader(evidence, question, ranking, contest).Fill(row);
}

}  // namespace answerbox::engine
