// The files that an evaluation writes beside its measures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/report/ranking_trace.h"

namespace answerbox::lab {

// Paths. A file whose path is empty is not written.
struct EvaluationFiles {
  std::string outcomes;  // outcome_lines.h
  std::string errors;    // error_lines.h
};

// Preconditions: those of OutcomeLines and, where the errors are written, of
// ErrorLines. Errors: kRejected.
[[nodiscard]] Outcome<void> WriteFiles(
    const EvaluationFiles& files, const std::vector<CorpusArticle>& articles,
    std::span<const QuestionOutcome> outcomes,
    std::span<const std::optional<RankingTrace>> traces, double theta);

}  // namespace answerbox::lab
