// Thresholds by wish, as the questions of a file show them.
#pragma once

#include <optional>
#include <span>

#include "client/evaluate/question_outcome.h"

namespace answerbox::client {

// The highest theta at which at least this share of the questions is answered;
// 0 where even that is not enough. Precondition: rate in [0, 1].
[[nodiscard]] double ThetaOfAnswerRate(
    std::span<const QuestionOutcome> outcomes, double rate);

// The lowest theta at which at least this share of the answers is right;
// nothing where no theta reaches that. Precondition: precision in [0, 1].
[[nodiscard]] std::optional<double> ThetaOfPrecision(
    std::span<const QuestionOutcome> outcomes, double precision);

}  // namespace answerbox::client
