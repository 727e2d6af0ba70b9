// Measures and digests as one JSON object for programs, or a table for people.
#pragma once

#include <string>

#include "client/terminal/terminal.h"
#include "lab/client.h"
#include "lab/evaluate/measures/measures.h"
#include "lab/evaluate/report/outcome_digest.h"

namespace answerbox::lab {

// One line, ended by a line break. docs/lab/evaluation.md lists the fields.
[[nodiscard]] std::string ReportAsJson(const Measures& measures,
                                       const OutcomeDigest& digest);

[[nodiscard]] std::string ReportAsTable(const Measures& measures,
                                        const OutcomeDigest& digest,
                                        const Terminal& terminal);

}  // namespace answerbox::lab
