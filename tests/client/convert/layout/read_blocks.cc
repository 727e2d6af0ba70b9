#include "read_blocks.h"

#include <gtest/gtest.h>

namespace answerbox::client::layout {

using Kind = engine::TextBlockKind;

std::vector<LayoutBlock> BlocksOf(const PdfXml& xml, std::string_view words,
                                  std::string_view drawings) {
  const LayoutDocument document =
      ReadLayout(xml.text(), words, {.condensed = drawings});
  EXPECT_TRUE(document.is_complete);
  return document.blocks;
}

std::vector<std::string> TextsOf(const std::vector<LayoutBlock>& blocks,
                                 Kind kind) {
  std::vector<std::string> texts;
  for (const LayoutBlock& block : blocks) {
    if (block.kind == kind) texts.push_back(block.text);
  }
  return texts;
}

std::vector<std::vector<std::string>> CellsOf(const LayoutBlock& table) {
  std::vector<std::vector<std::string>> rows;
  for (const LayoutRow& row : table.rows) {
    rows.emplace_back();
    for (const LayoutCell& cell : row) rows.back().push_back(cell.text);
  }
  return rows;
}

LayoutBlock TableOf(const std::vector<LayoutBlock>& blocks) {
  LayoutBlock found;
  int count = 0;
  for (const LayoutBlock& block : blocks) {
    if (block.kind != Kind::kTable) continue;
    found = block;
    ++count;
  }
  EXPECT_EQ(count, 1);
  return found;
}

PdfXml BodyPage() {
  PdfXml xml;
  xml.Page().Lines(100, 700, Prose("body", 12));
  return xml;
}

}  // namespace answerbox::client::layout
