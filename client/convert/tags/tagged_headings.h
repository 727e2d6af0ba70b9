// Headings and their levels, as a PDF's tags tell them.
#pragma once

#include <span>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {

// Whether headings are tagged as such: no long texts, no large part of the
// text, and three quarters of those that the layout shows.
[[nodiscard]] bool AreHeadingsSound(const TaggedBlocks& tagged,
                                    std::span<const LayoutBlock> blocks);

// Gives headings the level of the heading that the tags have there. Others,
// which the tags do not know, get the level of those that looked like them. A
// short paragraph or item that the tags have as a heading becomes one. What the
// layout shows as a heading stays one.
void UseHeadings(const TaggedBlocks& tagged, std::vector<LayoutBlock>& blocks);

}  // namespace answerbox::client::tags
