// Blocks in the making: what the lines of one flow become, and what the whole
// document tells about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/columns.h"
#include "client/convert/layout/document_style.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/lines.h"
#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {

struct Block {
  engine::TextBlockKind kind = engine::TextBlockKind::kParagraph;
  std::string text;
  std::string_view mark;
  Line first;
  Line last;
  std::uint32_t line_count = 0;
  // Where its second line begins: a hanging indent.
  Length second_left = 0;
  // The least and greatest `left` of its lines on the first page.
  Length min_left = 0;
  Length max_left = 0;
  Length column_right = 0;  // Of the flow.
  // A table has the next three.
  TableGrid grid;
  Length table_left = 0;
  Length table_right = 0;
  std::vector<LayoutPageStart> page_starts;

  [[nodiscard]] std::uint32_t page() const noexcept { return first.page; }
  [[nodiscard]] bool is_list_item() const noexcept {
    return kind == engine::TextBlockKind::kItem;
  }
};

// A block of the one line.
[[nodiscard]] Block MakeBlock(engine::TextBlockKind kind, const Line& line,
                              std::string_view text);

// Appends `line` to the block, its words joined to the text.
void AppendLine(const Line& line, const WordJoiner& joiner, Block& block);

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

// Puts together what columns and pages part: paragraphs, items and tables. The
// blocks, which are in reading order; running lines between two parts move to
// after the whole. What a table repeats on its further pages, its head and
// "(continued)", is left out and added to `left_out`. O(n).
[[nodiscard]] std::vector<Block> JoinBlocks(
    std::vector<Block> blocks, const WordJoiner& joiner,
    std::vector<LeftOutWords>& left_out);

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

// The finished blocks, with the levels of headings and items, and the title.
[[nodiscard]] std::vector<LayoutBlock> FinishBlocks(const DocumentStyle& style,
                                                    std::vector<Block> blocks);

}  // namespace answerbox::client::layout
