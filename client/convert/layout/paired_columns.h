// Lists of abbreviations that are set in two columns.
#pragma once

#include "client/convert/layout/table_grid.h"

namespace answerbox::client::layout {

// A table of four columns, of which the first and the third hold abbreviations
// and the others what they mean, becomes one of two columns: the right half
// below the left one. Leaves other tables as they are.
void StackAbbreviations(TableGrid& grid);

}  // namespace answerbox::client::layout
