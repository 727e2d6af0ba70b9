// Figures of summaries and long answers as one JSON object for programs, or a
// table for people.
#pragma once

#include <string>
#include <vector>

#include "client/terminal/terminal.h"
#include "lab/client.h"
#include "lab/evaluate/measures/story_measures.h"

namespace answerbox::lab {

// One line, ended by a line break. docs/lab/evaluation.md lists the fields.
//   figures  [systems] of these outcomes
[[nodiscard]] std::string StoryReportAsJson(
    const StoryOutcomes& outcomes, const std::vector<StoryFigures>& figures);

//   half  only the figures of this half are shown, or of all with both
[[nodiscard]] std::string StoryReportAsTable(
    const StoryOutcomes& outcomes, const std::vector<StoryFigures>& figures,
    StoryHalf half, const Terminal& terminal);

}  // namespace answerbox::lab
