// Writes every question's outcome as a line of text, from which tables and
// plots of quality are made. docs/lab/evaluation.md, "Outcomes and errors".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/evaluate/run/evaluation.h"

namespace answerbox::lab {

// Returns a line of column names, then a line for each question in the file's
// order. Precondition: the outcomes are of these articles.
//   theta  questions below this confidence count as refused
[[nodiscard]] std::string OutcomeLines(
    const std::vector<CorpusArticle>& articles,
    std::span<const QuestionOutcome> outcomes, double theta);

}  // namespace answerbox::lab
