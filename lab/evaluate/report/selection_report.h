// Figures of selections as one JSON object for programs, or a table for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/terminal/terminal.h"
#include "lab/client.h"
#include "lab/evaluate/measures/selection_measures.h"

namespace answerbox::lab {

// What the budgets of a report are.
enum class BudgetUnit : std::uint8_t {
  kShareOfDocument,
  kTokens,
};

// One line, ended by a line break. docs/lab/evaluation.md lists the fields.
//   figures  [strategies][budgets] of these outcomes
[[nodiscard]] std::string SelectionReportAsJson(
    const SelectionOutcomes& outcomes,
    const std::vector<std::vector<SelectionFigures>>& figures, RecallKind kind,
    BudgetUnit unit);

[[nodiscard]] std::string SelectionReportAsTable(
    const SelectionOutcomes& outcomes,
    const std::vector<std::vector<SelectionFigures>>& figures, RecallKind kind,
    BudgetUnit unit, const Terminal& terminal);

}  // namespace answerbox::lab
