// Finds the threshold for a wanted answer rate or precision over given
// outcomes.
#pragma once

#include <optional>
#include <span>

#include "lab/evaluate/question_outcome.h"

namespace answerbox::lab {

// Returns the highest theta at which at least this share of the questions is
// answered; 0 when even that is not enough. Precondition: rate in [0, 1].
[[nodiscard]] double ThetaOfAnswerRate(
    std::span<const QuestionOutcome> outcomes, double rate);

// Returns the lowest theta at which at least this share of the answers is
// right; nothing when no theta reaches it. Precondition: precision in [0, 1].
[[nodiscard]] std::optional<double> ThetaOfPrecision(
    std::span<const QuestionOutcome> outcomes, double precision);

}  // namespace answerbox::lab
