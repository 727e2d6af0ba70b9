// The measures as one JSON object for programs, or a table for people.
#pragma once

#include <string>

#include "client/evaluate/measures.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// One line, ended by a line break. docs/evaluation.md lists the fields.
[[nodiscard]] std::string ReportAsJson(const Measures& measures);

[[nodiscard]] std::string ReportAsTable(const Measures& measures,
                                        const Terminal& terminal);

}  // namespace answerbox::client
