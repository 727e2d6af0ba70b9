// One block as Markdown for people, with pipe tables.
#pragma once

#include <string>

#include "client/commands/convert/plain_blocks.h"

namespace answerbox::client {

// Returns the block's lines, each ended by a newline, with a blank line before
// them unless `before`, the block that was written before it, is an item and so
// is this one. Empty for contents and furniture, which say nothing of the
// document's subject. A cell that spans others is written in its first place.
[[nodiscard]] std::string BlockMarkdown(const PlainBlock& block,
                                        std::string_view before);

}  // namespace answerbox::client
