// Sections that say nothing of a document's subject, by their headings:
// references, the index, the licence, the contents.
#pragma once

#include <string_view>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::client {

// Puts what stands between such a heading and the next one of the same or a
// lower level number (after references and an index: the next one) into a block
// of its own: kReferences, kIndex, kLicence or kContents. The heading stays
// before it. Only headings that no block holds count, and only where
// kMaxTextBlockDepth leaves room. `blocks` are those of `text`, in order.
void EncloseSections(std::string_view text,
                     std::vector<engine::TextBlock>& blocks);

}  // namespace answerbox::client
