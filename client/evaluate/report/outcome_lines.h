// Every question's outcome as a line of text: what tables and plots of quality
// are made of. docs/evaluation.md, "Outcomes and errors".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "client/evaluate/run/evaluation.h"

namespace answerbox::client {

// A line of column names, then one line a question in the file's order.
// Preconditions: the outcomes are of these articles; titles hold no tab.
//   theta  questions below this confidence count as refused
[[nodiscard]] std::string OutcomeLines(
    const std::vector<CorpusArticle>& articles,
    std::span<const QuestionOutcome> outcomes, double theta);

}  // namespace answerbox::client
