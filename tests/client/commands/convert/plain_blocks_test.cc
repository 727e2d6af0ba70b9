#include "client/commands/convert/plain_blocks.h"

#include <gtest/gtest.h>

#include "client/convert/document/block_writer.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

std::vector<PlainBlock> PlainBlocksOf(BlockWriter& writer) {
  std::vector<PlainBlock> blocks;
  ForEachPlainBlock(std::move(writer).Take(),
                    [&blocks](const PlainBlock& b) { blocks.push_back(b); });
  return blocks;
}

void WriteCell(BlockWriter& writer, engine::TextBlock cell, const char* text) {
  cell.kind = Kind::kCell;
  writer.Space();
  writer.Begin(cell);
  writer.Flowing(text);
  writer.End();
}

// A cell over two rows, one over two columns, and an empty one before the last:
// A   B B
// A     D
BlockWriter SpanningTable() {
  BlockWriter writer;
  writer.Begin(Kind::kTable);
  writer.Begin(Kind::kCaption);
  writer.Flowing("Sizes");
  writer.End();
  writer.Line();
  writer.Begin({.row = 0, .kind = Kind::kRow});
  WriteCell(writer, {.row_span = 2, .column_span = 1}, "A");
  WriteCell(writer, {.column = 1, .row_span = 1, .column_span = 2}, "B");
  writer.End();
  writer.Line();
  writer.Begin({.row = 1, .kind = Kind::kRow});
  WriteCell(writer, {.row = 1, .column = 2, .row_span = 1, .column_span = 1},
            "D");
  writer.End();
  writer.End();
  return writer;
}

TEST(PlainBlocks, CellsStandAsInHtml) {
  BlockWriter writer = SpanningTable();
  const std::vector<PlainBlock> blocks = PlainBlocksOf(writer);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(JsonText(BlockJson(blocks[0])),
            R"({"kind":"caption","text":"Sizes"})");
  EXPECT_EQ(JsonText(BlockJson(blocks[1])),
            R"({"kind":"table","rows":[[{"text":"A","rowspan":2},)"
            R"({"text":"B","colspan":2}],["","D"]],"header_rows":0})");
  EXPECT_EQ(BlockMarkdown(blocks[1], "caption"),
            "\n|  |  |  |\n| --- | --- | --- |\n| A | B |  |\n|  |  | D |\n");
}

TEST(PlainBlocks, AWideGapIsOneCell) {
  BlockWriter writer;
  writer.Begin(Kind::kTable);
  writer.Begin(Kind::kRow);
  WriteCell(writer, {.column = 60'000, .row_span = 1, .column_span = 1}, "x");
  const std::vector<PlainBlock> blocks = PlainBlocksOf(writer);
  EXPECT_EQ(JsonText(BlockJson(blocks.at(0))),
            R"({"kind":"table","rows":[[{"text":"","colspan":60000},"x"]],)"
            R"("header_rows":0})");
}

TEST(PlainBlocks, FurnitureIsTextForProgramsAndNothingForPeople) {
  BlockWriter writer;
  writer.Begin(Kind::kRunningLine);
  writer.Flowing("Home");
  writer.Block();
  writer.Begin(Kind::kList);
  writer.BeginItem("- ");
  writer.Flowing("About");
  writer.EndItem();
  writer.End();
  writer.End();
  const std::vector<PlainBlock> blocks = PlainBlocksOf(writer);
  EXPECT_EQ(JsonText(BlockJson(blocks.at(0))),
            R"({"kind":"furniture","text":"Home - About"})");
  EXPECT_EQ(BlockMarkdown(blocks[0], ""), "");
}

TEST(PlainBlocks, SayWhichSectionOfFurnitureTheyStandIn) {
  BlockWriter writer;
  writer.Begin(Kind::kReferences);
  writer.Flowing("Smith 2020");
  writer.End();
  EXPECT_EQ(
      JsonText(BlockJson(PlainBlocksOf(writer).at(0))),
      R"({"kind":"paragraph","text":"Smith 2020","within":"references"})");
}

}  // namespace
}  // namespace answerbox::client
