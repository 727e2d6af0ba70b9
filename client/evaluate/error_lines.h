// The questions that went wrong, each as a line of JSON: what was chosen, what
// was right, and the features that decided. docs/evaluation.md, "Outcomes and
// errors".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "client/evaluate/evaluation.h"

namespace answerbox::client {

// Preconditions: the outcomes are of these articles, and were made with this
// model and with EvaluationOptions::with_sights.
//   theta  questions below this confidence count as refused
[[nodiscard]] std::string ErrorLines(const std::vector<SquadArticle>& articles,
                                     std::span<const QuestionOutcome> outcomes,
                                     const engine::AnswerModel& model,
                                     double theta);

}  // namespace answerbox::client
