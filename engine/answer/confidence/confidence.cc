#include "engine/answer/confidence/confidence.h"

#include <algorithm>
#include <array>

#include "engine/answer/evidence/log_odds.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
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
