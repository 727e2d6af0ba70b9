// Blocks in the making, which the lines of one flow become, and what the whole
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
  // Where its second line begins, which shows a hanging indent.
  Length second_left = 0;
  // The least and greatest `left` of its lines on the first page.
  Length min_left = 0;
  Length max_left = 0;
  Length column_right = 0;  // Right edge of its flow.
  // The next three are set for a table.
  TableGrid grid;
  Length table_left = 0;
  Length table_right = 0;
  std::vector<LayoutPageStart> page_starts;
  std::vector<LayoutBox> boxes;

  [[nodiscard]] std::uint32_t page() const noexcept { return first.page; }
  [[nodiscard]] bool is_list_item() const noexcept {
    return kind == engine::TextBlockKind::kItem;
  }
};

// Returns a block of this one line.
[[nodiscard]] Block MakeBlock(engine::TextBlockKind kind, const Line& line,
                              std::string_view text);

// Appends `line` to the block and joins its words to the text.
void AppendLine(const Line& line, const WordJoiner& joiner, Block& block);

// Makes the block's last box hold `line`, too.
void Enclose(const Line& line, Block& block);

// Gives the boxes of `block` to the one that it is joined to.
void AppendBoxes(const Block& block, Block& before);

// What the whole document tells about a line.
struct DocumentContext {
  const DocumentStyle& style;
  const WordJoiner& joiner;
  TextStore& store;  // Outlives the blocks.
};

// Appends the blocks made of a flow's lines to `blocks`.
//   last_places  MarkPlaces of the last item before this flow; afterwards of
//                the flow's own last item, as lists continue over columns and
//                pages
void AppendFlow(std::vector<Line> lines, Length page_height,
                const DocumentContext& context,
                std::vector<std::int32_t>& last_places,
                std::vector<Block>& blocks);

// Joins paragraphs, items and tables that columns and pages divide. `blocks`
// are in reading order; running lines between two parts move after the joined
// block. What a table repeats on further pages, its head and "(continued)", is
// left out and added to `left_out`. O(n).
[[nodiscard]] std::vector<Block> JoinBlocks(
    std::vector<Block> blocks, const WordJoiner& joiner,
    std::vector<LeftOutWords>& left_out);

// Turns paragraphs that are indented below a lead-in into items without marks.
void FindUnmarkedItems(std::vector<Block>& blocks);

// Makes a line that looks like a heading a part of the text below it if that
// text continues the line's sentence in lower case.
void JoinCutSentences(const DocumentStyle& style, std::vector<Block>& blocks);

// Turns headings that read like text into paragraphs or items, and so four or
// more headings of one look with no text between them.
void CheckHeadings(const DocumentStyle& style, std::vector<Block>& blocks);

// Turns a heading that repeats the last heading with "(continued)" on a later
// page into a running line: the section continues.
void SetRepeatedHeadingsApart(std::vector<Block>& blocks);

// Returns the finished blocks, with the levels of headings and items, and the
// title.
[[nodiscard]] std::vector<LayoutBlock> FinishBlocks(const DocumentStyle& style,
                                                    std::vector<Block> blocks);

}  // namespace answerbox::client::layout
