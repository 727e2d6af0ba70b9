// Items of lists, as a PDF's tags tell them.
#pragma once

#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {

// Whether items have a text, and not nearly all text is of items.
[[nodiscard]] bool AreItemsSound(const TaggedBlocks& tagged);

// A paragraph, or a table, that consists of whole items becomes these items. In
// a list that is known in full, the tags tell how items are nested.
[[nodiscard]] std::vector<LayoutBlock> UseItems(
    const TaggedBlocks& tagged, std::vector<LayoutBlock> blocks);

}  // namespace answerbox::client::tags
