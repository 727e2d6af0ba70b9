// The files that an evaluation writes beside its measures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/evaluate/ranking_trace.h"
#include "daemon/error.h"

namespace answerbox::client {

// Paths. A file whose path is empty is not written.
struct EvaluationFiles {
  std::string outcomes;  // outcome_lines.h
  std::string errors;    // error_lines.h
};

// Preconditions: those of OutcomeLines and, where the errors are written, of
// ErrorLines. Errors: kRejected.
[[nodiscard]] daemon::Result<void> WriteFiles(
    const EvaluationFiles& files, const std::vector<SquadArticle>& articles,
    std::span<const QuestionOutcome> outcomes,
    std::span<const std::optional<RankingTrace>> traces, double theta);

}  // namespace answerbox::client
