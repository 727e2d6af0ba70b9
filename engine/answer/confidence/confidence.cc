#include "engine/answer/confidence/confidence.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/bm25.h"

namespace answerbox::engine {

namespace {

// Log-odds beyond these say no more.
constexpr std::int32_t kMostOdds = 8 * kPassageWhole;

constexpr std::string_view kFeatureNames[] = {
#define X(name, definition) #name,
    ANSWERBOX_PASSAGE_FEATURES(X)
#undef X
};
static_assert(std::size(kFeatureNames) == kPassageFeatures);

// Nothing of nothing is no share: a question of one term has no pairs.
std::int32_t Share(std::int64_t part, std::int64_t all) {
  if (all <= 0) return 0;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(part * kPassageWhole / all, 0, kPassageWhole));
}

// From Q16 to Q10. A probability of 0 or 1 has no finite log-odds.
std::int32_t OddsOf(std::int32_t probability_q16) {
  const std::int32_t p = std::clamp(probability_q16, 1, Q16::kOne - 1);
  const auto odds = FixedArithmetic::LnRatio(
      static_cast<std::uint64_t>(p), static_cast<std::uint64_t>(Q16::kOne - p));
  return std::clamp(static_cast<std::int32_t>(odds.raw() / 64), -kMostOdds,
                    kMostOdds);
}

// The similarity of the passage's closest word, in Q15. Headings count as part
// of the passage: a section on vaccines need not repeat the word.
std::int32_t ClosestWord(const CandidateEvidence& evidence, std::size_t term) {
  std::int32_t closest = 0;
  for (std::size_t i = 0; i < evidence.sentences().size(); ++i) {
    closest = std::max({closest, std::int32_t{evidence.similarities(i)[term]},
                        std::int32_t{evidence.heading_similarities(i)[term]}});
  }
  return closest;
}

}  // namespace

std::string_view ToString(PassageFeature feature) noexcept {
  return kFeatureNames[static_cast<std::size_t>(feature)];
}

// Weights are those of the whole collection: with weights of the passages
// found, a grade would depend on what else a system finds.
PassageFeatureRow ReadPassageFeatures(const QuestionTerms& terms,
                                      const TermLookup& lookup,
                                      const CandidateEvidence& evidence,
                                      const JudgedSentence& best) noexcept {
  std::int64_t all = 0;
  std::int64_t alike = 0;
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const std::int64_t weight =
        Bm25Idf<FixedArithmetic>(lookup.chunks(), lookup.chunk_frequency(t))
            .raw();
    all += weight;
    alike += weight * ClosestWord(evidence, t) / kSame;
  }
  PositionMask pairs = 0;
  for (const CandidateSentence& sentence : evidence.sentences()) {
    pairs |= sentence.digest.term_pairs;
  }
  const auto all_pairs = static_cast<std::int64_t>(terms.sequence.size()) - 1;
  PassageFeatureRow row{};
  const auto at = [&row](PassageFeature feature) -> std::int32_t& {
    return row[static_cast<std::size_t>(feature)];
  };
  at(PassageFeature::kConfidence) = OddsOf(best.confidence_q16);
  at(PassageFeature::kRankerScore) =
      std::clamp(best.score_q8 * 4, -kMostOdds, kMostOdds);
  at(PassageFeature::kAlike) = Share(alike, all);
  at(PassageFeature::kPairs) = Share(std::popcount(pairs), all_pairs);
  return row;
}

namespace {

// Log-odds for each 1 (kPassageWhole) of a passage's features.
constexpr LogOdds kPassageBias = -28990;
constexpr std::array<LogOdds, kPassageFeatures> kPassageWeights = {
    2704, 2589, 21592, 11555};

// Whether a unit is about something else than the question: neither it nor its
// headings hold one of the question's own words, and related ones do not stand
// for nearly all. A related word alone finds the white cabinet for "Who is the
// prime minister?". Of 1,145 right answers to keyed questions the rule refuses
// 3, of 77 answers to questions about another document 15
// (lab/training/README.md, "Judge").
bool IsElsewhere(const UnitRow& unit) noexcept {
  const auto at = [&unit](UnitFeature feature) {
    return unit[static_cast<std::size_t>(feature)];
  };
  return at(UnitFeature::kAllCoverage) == 0 &&
         10 * at(UnitFeature::kAllSoft) < 9 * kWhole;
}

}  // namespace

// The line was fitted to log-odds of judges that had not seen the question's
// article (Platt 1999; lab/training/README.md, "Calibrate").
Q16 SentenceConfidence(const AnswerModel& model,
                       std::span<const std::int16_t> features) noexcept {
  const std::int64_t odds = model.judge().Score(features);
  const Calibration& calibration = model.calibration();
  return ProbabilityOf(static_cast<LogOdds>(
      odds * calibration.slope / kOneLogOdds + calibration.intercept));
}

// The trees were fitted to units that were chosen by weights that had not seen
// their document (lab/training/README.md, "Units").
Q16 FormConfidence(UnitRow unit, Q16 best_sentence) noexcept {
  if (IsElsewhere(unit)) return Q16{};
  // Away from 0 and 1, where log-odds have no end.
  constexpr std::int32_t kLeastSure = Q16::kOne / 1000;
  const std::int32_t sure =
      std::clamp(best_sentence.raw(), kLeastSure, Q16::kOne - kLeastSure);
  const std::int64_t sentence =
      LnRatioQ16(static_cast<std::uint64_t>(sure),
                 static_cast<std::uint64_t>(Q16::kOne - sure));
  unit[static_cast<std::size_t>(UnitFeature::kSentence)] =
      static_cast<std::int16_t>(sentence * kWhole / 8 / Q16::kOne);
  return ProbabilityOf(
      static_cast<LogOdds>(ShippedUnitTrees().judging.Score(unit)));
}

// The sum is in Q22 of 64 bits, so that no order of the terms can overflow.
Q16 PassageConfidence(const PassageFeatureRow& passage) noexcept {
  std::int64_t odds = std::int64_t{kPassageBias} * kPassageWhole;
  for (std::size_t i = 0; i < kPassageFeatures; ++i) {
    odds += std::int64_t{kPassageWeights[i]} * passage[i];
  }
  return ProbabilityOf(static_cast<LogOdds>(odds / kPassageWhole));
}

}  // namespace answerbox::engine
