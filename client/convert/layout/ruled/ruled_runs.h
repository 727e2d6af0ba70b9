// The text in the cells of a ruled grid.
#pragma once

#include <vector>

#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"
#include "client/convert/layout/ruled/ruled_grids.h"

namespace answerbox::client::layout {

struct RuledRuns {
  std::vector<std::vector<Run>> cells;  // As in the grid.
  std::vector<Run> others;              // Outside of the grid.
};

// Returns the runs in each cell of a grid. A run that crosses a rule is split
// there by the places of `words`.
[[nodiscard]] RuledRuns RunsInCells(const RuledGrid& grid,
                                    const WordPage& words,
                                    const std::vector<Run>& runs);

}  // namespace answerbox::client::layout
