// Blocks in the making: what the lines of one flow become.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/columns.h"
#include "client/convert/layout/document_style.h"
#include "client/convert/layout/hyphenation.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/table_grid.h"

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
  // Of its lines on the first page, the least and greatest `left`.
  Length min_left = 0;
  Length max_left = 0;
  Length column_right = 0;  // Of the flow.
  // Of a table.
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

}  // namespace answerbox::client::layout
