// Writes each question that went wrong as a line of JSON: what was chosen, what
// is right, and the features that decided. docs/evaluation.md, "Outcomes and
// errors".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/evaluate/report/ranking_trace.h"

namespace answerbox::client {

// Preconditions: there is a trace for each outcome; both are of these articles,
// and were made with this model.
//   traces  by the question's number; an empty one leaves out the features
//   theta   questions below this confidence count as refused
[[nodiscard]] std::string ErrorLines(
    const std::vector<CorpusArticle>& articles,
    std::span<const QuestionOutcome> outcomes,
    std::span<const std::optional<RankingTrace>> traces,
    const engine::AnswerModel& model, double theta);

}  // namespace answerbox::client
