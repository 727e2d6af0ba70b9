// A document as the layout shows it, and its tags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {

// Blocks on page 1 without marks.
[[nodiscard]] LayoutBlock Paragraph(std::string_view text);
[[nodiscard]] LayoutBlock Heading(std::string_view text, std::uint8_t level);
[[nodiscard]] LayoutBlock Item(std::string_view text, std::uint8_t level);
[[nodiscard]] LayoutBlock Table(const std::vector<std::string>& cells);

// A paragraph of a hundred letters that no other `word` has.
[[nodiscard]] std::string Prose(std::string_view word);

// An element of the role `name` with a text, as pdfinfo prints it. Items, of
// the role "LI" or, in a list within a list, "LI LI", have a list each.
[[nodiscard]] std::string Tag(std::string_view name, std::string_view text);

[[nodiscard]] TaggedBlocks Tagged(std::string_view printed,
                                  const std::vector<LayoutBlock>& blocks);

// "heading 2: Text", "item 1 [mark]: Text" for each block.
[[nodiscard]] std::vector<std::string> Shown(
    const std::vector<LayoutBlock>& blocks);

}  // namespace answerbox::client::tags
