// What only the whole document tells about its blocks: which headings are
// some, their levels, the levels and lead-ins of items.
#pragma once

#include <vector>

#include "client/convert/layout/blocks.h"
#include "client/convert/layout/layout_document.h"

namespace answerbox::client::layout {

// Paragraphs that are indented below a lead-in become items without marks.
void FindUnmarkedItems(std::vector<Block>& blocks);

// A line that stands out, but whose sentence goes on in lower case in the text
// below it, is the beginning of that text and no heading.
void JoinCutSentences(const DocumentStyle& style, std::vector<Block>& blocks);

// Headings that read like text become paragraphs or items.
void CheckHeadings(const DocumentStyle& style, std::vector<Block>& blocks);

// A heading that says "(continued)" of the last heading, on a later page, is a
// running line: the section goes on.
void SetRepeatedHeadingsApart(std::vector<Block>& blocks);

// The finished blocks, with the levels of headings and items, the title and
// the lead-ins of lists.
[[nodiscard]] std::vector<LayoutBlock> FinishBlocks(const DocumentStyle& style,
                                                    std::vector<Block> blocks);

}  // namespace answerbox::client::layout
