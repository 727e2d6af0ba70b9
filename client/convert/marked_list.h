// Lists that nothing but their marks tell: check boxes and bullets.
#pragma once

#include <string_view>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::client {

// Makes a list of two or more paragraphs that follow each other, outside of all
// blocks, and begin with a check box or bullet (one of U+2022, U+25A1, U+25AA,
// U+25CF, U+2610 to U+2612) and a space, which are the item's marker. A
// paragraph before them that leads in comes into the list. `blocks` are those
// of `text`, in order; kMaxTextBlocks is kept.
void MakeMarkedLists(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

}  // namespace answerbox::client
