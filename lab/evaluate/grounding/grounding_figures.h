// How well scores tell grounded answers from others.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/evaluate/grounding/grounding_corpus.h"
#include "lab/evaluate/grounding/grounding_run.h"

namespace answerbox::lab {

// The outcomes of a corpus.
struct ScoredCorpus {
  std::string name;
  std::vector<bool> is_reported;                    // [documents]
  std::vector<std::vector<GroundingOutcome>> sets;  // [tasks][cases]
};

// The figures of one half of a set's answers.
struct GroundingHalfFigures {
  std::size_t cases = 0;
  std::array<double, kGroundingEvaluators.size()> areas{};  // ROC AUC.
  double gain = 0.0;  // The geometric score's area less the share's.
  std::array<double, 2> gain_ci95{};  // Bootstrap over documents.
};

// What verdicts the thresholds give; shares of the reported half's answers.
struct VerdictFigures {
  // The shares of answers that are called grounded, and that are called
  // ungrounded. Index 1 counts the answers that are grounded, 0 the others.
  std::array<double, 2> called_grounded{};    // [is_grounded]
  std::array<double, 2> called_ungrounded{};  // [is_grounded]
};

struct GroundingSetFigures {
  GroundingHalfFigures chosen;
  GroundingHalfFigures reported;
  VerdictFigures verdicts;
  double mean_us = 0.0;  // Of ConSens, both halves.
};

// The bounds between the verdicts, on the geometric score.
struct GroundingThresholds {
  double grounded = 0.0;
  double weak = 0.0;  // At most `grounded`.
};

// Chooses both on the halves that are not reported, each set of the tasks
// kOther and kGutted counting as much:
//   grounded  where the mean of the shares of answers that are rightly called
//             is greatest
//   weak      the greatest at which at most kMaxFalseAlarms of the grounded
//             answers are below
// In steps of 0.01.
inline constexpr double kMaxFalseAlarms = 0.1;
[[nodiscard]] GroundingThresholds ChooseThresholds(
    std::span<const ScoredCorpus> corpora);

// [corpora][tasks]
[[nodiscard]] std::vector<std::vector<GroundingSetFigures>> MeasureGrounding(
    std::span<const ScoredCorpus> corpora,
    const GroundingThresholds& thresholds);

}  // namespace answerbox::lab
