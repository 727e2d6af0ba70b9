// Puts together what columns and pages part: paragraphs, items and tables.
#pragma once

#include <vector>

#include "client/convert/layout/blocks.h"

namespace answerbox::client::layout {

// Joins blocks, which are in reading order. Running lines between two parts
// move to after the whole. O(n).
[[nodiscard]] std::vector<Block> JoinBlocks(std::vector<Block> blocks,
                                            const WordJoiner& joiner);

}  // namespace answerbox::client::layout
