#include "lab/evaluate/grounding/grounding_figures.h"

#include <algorithm>

#include "lab/evaluate/measures/roc.h"

namespace answerbox::lab {
namespace {

std::vector<GroundingOutcome> HalfOf(const ScoredCorpus& corpus,
                                     std::size_t task, bool is_reported) {
  std::vector<GroundingOutcome> half;
  for (const GroundingOutcome& outcome : corpus.sets[task]) {
    if (corpus.is_reported[outcome.document] == is_reported) {
      half.push_back(outcome);
    }
  }
  return half;
}

// The share of answers that score at least `threshold`: of the grounded
// answers, or of the others.
double ShareFrom(std::span<const GroundingOutcome> outcomes, bool is_grounded,
                 double threshold) {
  double all = 0;
  double from = 0;
  for (const GroundingOutcome& outcome : outcomes) {
    if (outcome.is_grounded != is_grounded) continue;
    ++all;
    if (outcome.scores[kGeometricEvaluator] >= threshold) ++from;
  }
  return all > 0 ? from / all : 0;
}

std::vector<RocCase> CasesOf(std::span<const GroundingOutcome> outcomes,
                             std::size_t evaluator) {
  std::vector<RocCase> cases;
  for (const GroundingOutcome& outcome : outcomes) {
    cases.push_back(
        {outcome.document, outcome.scores[evaluator], outcome.is_grounded});
  }
  return cases;
}

GroundingHalfFigures HalfFiguresOf(std::span<const GroundingOutcome> outcomes) {
  GroundingHalfFigures figures;
  figures.cases = outcomes.size();
  for (std::size_t e = 0; e < figures.areas.size(); ++e) {
    figures.areas[e] = RocArea(CasesOf(outcomes, e));
  }
  figures.gain =
      figures.areas[kGeometricEvaluator] - figures.areas[kShareEvaluator];
  figures.gain_ci95 =
      RocDifferenceInterval(CasesOf(outcomes, kGeometricEvaluator),
                            CasesOf(outcomes, kShareEvaluator));
  return figures;
}

}  // namespace

GroundingThresholds ChooseThresholds(std::span<const ScoredCorpus> corpora) {
  std::vector<std::vector<GroundingOutcome>> halves;
  for (const ScoredCorpus& corpus : corpora) {
    for (std::size_t t = 0; t < corpus.sets.size(); ++t) {
      // One passage is not what an answer was written from.
      if (static_cast<GroundingTask>(t) == GroundingTask::kThree) continue;
      halves.push_back(HalfOf(corpus, t, false));
    }
  }
  GroundingThresholds thresholds{0, -1};
  double best = -1;
  constexpr int kSteps = 100;
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double threshold = static_cast<double>(step) / kSteps;
    double right = 0;
    double kept = 0;
    for (const auto& half : halves) {
      const double grounded = ShareFrom(half, true, threshold);
      right += grounded + 1 - ShareFrom(half, false, threshold);
      kept += grounded;
    }
    if (right > best) {
      best = right;
      thresholds.grounded = threshold;
    }
    if (kept >= (1 - kMaxFalseAlarms) * static_cast<double>(halves.size())) {
      thresholds.weak = threshold;
    }
  }
  thresholds.weak = std::min(thresholds.weak, thresholds.grounded);
  return thresholds;
}

std::vector<std::vector<GroundingSetFigures>> MeasureGrounding(
    std::span<const ScoredCorpus> corpora,
    const GroundingThresholds& thresholds) {
  std::vector<std::vector<GroundingSetFigures>> figures;
  for (const ScoredCorpus& corpus : corpora) {
    auto& sets = figures.emplace_back();
    for (std::size_t t = 0; t < corpus.sets.size(); ++t) {
      GroundingSetFigures& its = sets.emplace_back();
      const auto reported = HalfOf(corpus, t, true);
      its.chosen = HalfFiguresOf(HalfOf(corpus, t, false));
      its.reported = HalfFiguresOf(reported);
      for (const bool is_grounded : {false, true}) {
        its.verdicts.called_grounded[is_grounded ? 1 : 0] =
            ShareFrom(reported, is_grounded, thresholds.grounded);
        its.verdicts.called_ungrounded[is_grounded ? 1 : 0] =
            1 - ShareFrom(reported, is_grounded, thresholds.weak);
      }
      for (const GroundingOutcome& outcome : corpus.sets[t]) {
        its.mean_us +=
            std::chrono::duration<double, std::micro>(outcome.time).count() /
            static_cast<double>(corpus.sets[t].size());
      }
    }
  }
  return figures;
}

}  // namespace answerbox::lab
