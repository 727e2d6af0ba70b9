// The features that tell whether the best sentence answers: which terms of the
// question are missing from it and from the sentences around it, and how the
// ranker scored it. Formats are those of ranking_features.h. A row holds the
// sentence's features first, then these. A term that is in the headings above
// the sentence is not missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/ranking_features.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

// Groups of missing terms. Same: the sentence does not hold the term. Alike: it
// does not even hold a close word. Nearby: neither it nor its neighbours hold
// the term. Run: its run does not hold the term. RunAlike: its run does not
// even hold a close word.
#define ANSWERBOX_MISSING_GROUPS(X) \
  X(Same) X(Alike) X(Nearby) X(Run) X(RunAlike)

// Features of each group: number of terms, sum and maximum of rarity, share of
// the question's terms, sum and maximum of blame (1/16).
#define ANSWERBOX_MISSING_FEATURES(X) \
  X(Count) X(Rarity) X(Rarest) X(Share) X(Blame) X(MostBlame)

#define ANSWERBOX_ANSWER_PROPERTIES(X)                                     \
  X(RankerScore, "score of the ranker, in 1/256")                          \
  X(RankerLead, "less that of the best other sentence, in 1/256")          \
  X(RankerTotal, "sum of the ranker's probabilities over those it ranked") \
  X(Sentences, "candidates that are not headings")                         \
  X(OtherCoverage, "Coverage of the best other sentence")                  \
  X(OtherSoft, "SoftCoverage of it")                                       \
  X(OtherPairs, "PairShare of it")                                         \
  X(OtherCovers, "rarity that it holds of what is missing")                \
  X(RunCovers, "rarity that the run holds of what is missing")             \
  X(AlikeNames, "names without a close word")                              \
  X(AlikeNumbers, "numbers without a close word")                          \
  X(AlikeVerbs, "verbs without a close word")                              \
  X(RunNames, "names without a close word in the run")                     \
  X(RunNumbers, "numbers without a close word in the run")                 \
  X(RunVerbs, "verbs without a close word in the run")                     \
  X(Bridged, "missing terms in whose place there may be another")          \
  X(Interrupted, "missing terms right after a word that is there")         \
  X(Opposed, "missing terms whose opposite the sentence holds")            \
  X(RunOpposed, "missing in the run, which holds the opposite")            \
  X(FocusMissing, "1: what is asked for is not in the run")                \
  X(QuestionNegations, "words of negation in the question")                \
  X(UnansweredNegation, "1: the question is negated, the sentence is not") \
  X(NamePairs, "pairs of names in the question")                           \
  X(NamePairsMissing, "of these, not in the run")                          \
  X(QuestionRarity, "sum of rarity of the question")                       \
  X(Doubt, "sum of doubt over the question's words (1/16)")                \
  X(MostDoubt, "greatest doubt of a term")                                 \
  X(LeastDoubt, "least doubt of a term")                                   \
  X(StopDoubt, "sum of doubt over stop words")

enum class AnswerFeature : std::uint8_t {
#define F(feature) kMissingSame##feature,
  ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) kMissingAlike##feature,
      ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) kMissingNearby##feature,
          ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) kMissingRun##feature,
              ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define F(feature) kMissingRunAlike##feature,
                  ANSWERBOX_MISSING_FEATURES(F)
#undef F
#define X(name, definition) k##name,
                      ANSWERBOX_ANSWER_PROPERTIES(X)
#undef X
                          kCount
};

inline constexpr std::size_t kAnswerFeatures =
    kSentenceFeatures + static_cast<std::size_t>(AnswerFeature::kCount);

// E.g. "MissingRunRarity".
[[nodiscard]] std::string_view ToString(AnswerFeature feature) noexcept;

// A candidate with the ranker's score.
struct RankedCandidate {
  std::uint32_t candidate = 0;
  std::uint32_t row = 0;  // Row in the ranker's table of features.
  LogOdds odds = 0;
};

struct Contest {
  RankedCandidate best;
  RankedCandidate
      other;  // The best other one; `best` again if there is no other.
  std::int32_t total_q10 =
      0;  // Sum of the ranked candidates' probabilities, Q10.
};

// Fills in the features of contest.best.
//   row  its first kSentenceFeatures are already filled in
void FillAnswerFeatures(const CandidateEvidence& evidence,
                        const QuestionWords& question,
                        const RankingFeatures& ranking, const Contest& contest,
                        std::span<std::int16_t, kAnswerFeatures> row) noexcept;

}  // namespace answerbox::engine
