// The files that an evaluation writes beside its measures.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "client/evaluate/evaluation.h"
#include "daemon/error.h"

namespace answerbox::client {

// Paths; an empty one: not that file.
struct EvaluationFiles {
  std::string features;  // feature_lines.h
  std::string spans;     // span_lines.h
  std::string outcomes;  // outcome_lines.h
  std::string errors;    // error_lines.h
};

// Preconditions: the outcomes are of these articles, and were made with these
// options, which asked for what the files hold. Errors: kRejected.
[[nodiscard]] daemon::Result<void> WriteFiles(
    const EvaluationFiles& files, const std::vector<SquadArticle>& articles,
    std::span<const QuestionOutcome> outcomes, const EvaluationOptions& options,
    double theta);

}  // namespace answerbox::client
