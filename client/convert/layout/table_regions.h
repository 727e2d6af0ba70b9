// Splits a column into text and tables.
#pragma once

#include <vector>

#include "client/convert/layout/rows.h"

namespace answerbox::client::layout {

struct Flow;

// Appends to `flows` the lines of one column as tables and text in turn. Lists
// that stand side by side become a flow each.
void SplitTables(const LineRefs& lines, TextStore& store,
                 std::vector<Flow>& flows);

}  // namespace answerbox::client::layout
