// Figures of grounding as one JSON object for programs, or a table for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "client/terminal/terminal.h"
#include "lab/client.h"
#include "lab/evaluate/grounding/grounding_figures.h"

namespace answerbox::lab {

struct GroundingReport {
  std::span<const ScoredCorpus> corpora;
  GroundingThresholds thresholds;
  std::span<const std::vector<GroundingSetFigures>>
      figures;  // [corpora][tasks]
};

// One line, ended by a line break. docs/grounding.md lists the fields.
[[nodiscard]] std::string GroundingReportAsJson(const GroundingReport& report);

[[nodiscard]] std::string GroundingReportAsTable(const GroundingReport& report,
                                                 const Terminal& terminal);

}  // namespace answerbox::lab
