// Makes blocks of the lines of one column: paragraphs, headings, items,
// captions, footnotes, lines of contents.
#pragma once

#include <cstdint>
#include <vector>

#include "client/convert/layout/blocks.h"

namespace answerbox::client::layout {

// What the whole document tells about a line.
struct DocumentContext {
  const DocumentStyle& style;
  const WordJoiner& joiner;
  TextStore& store;  // Outlives the blocks.
};

// Appends to `blocks` what the lines of a flow become.
//   last_places  MarkPlaces of the last item before this flow; that of its own
//                last item afterwards. A list goes on over columns and pages.
void AppendFlow(std::vector<Line> lines, Length page_height,
                const DocumentContext& context,
                std::vector<std::int32_t>& last_places,
                std::vector<Block>& blocks);

}  // namespace answerbox::client::layout
