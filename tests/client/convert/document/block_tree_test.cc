#include "client/convert/document/block_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "client/convert/document/block_writer.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

// Takes what was written, which must be without fault.
ConvertedDocument Taken(BlockWriter& writer) {
  ConvertedDocument document = std::move(writer).Take();
  EXPECT_EQ(BlockFault(document), "");
  return document;
}

TEST(BlockTree, TextOutsideOfBlocksBecomesParagraphs) {
  BlockWriter writer;
  writer.Flowing("one");
  writer.Line();
  writer.Flowing("more");
  writer.Block();
  writer.Begin(Kind::kQuote);
  writer.Flowing("two");
  writer.Block();
  writer.Flowing("three");
  writer.End();
  writer.Block();
  writer.Flowing("four");
  EXPECT_EQ(Outline(Taken(writer)),
            "paragraph: one more\n"
            "quote\n"
            "  paragraph: two\n"
            "  paragraph: three\n"
            "paragraph: four\n");
}

TEST(BlockTree, BlocksWithoutTextLeaveNoTrace) {
  BlockWriter writer;
  writer.Begin(Kind::kList);
  writer.BeginItem("- ");
  writer.EndItem();
  writer.End();
  writer.Begin(Kind::kTable);
  writer.End();
  writer.Flowing("text");
  EXPECT_EQ(Outline(Taken(writer)), "paragraph: text\n");
}

TEST(BlockTree, NestsListsAndTakesTheirLeadIn) {
  BlockWriter writer;
  writer.Flowing("You need:");
  writer.Block();
  writer.Begin(Kind::kList);
  writer.BeginItem("- ");
  writer.Flowing("gloves");
  writer.Line();
  writer.Begin(Kind::kList);
  writer.BeginItem("1. ", 1);
  writer.Flowing("small");
  writer.EndItem();
  writer.End();
  writer.EndItem();
  writer.BeginItem("- ");
  writer.Flowing("soap");
  writer.EndItem();
  writer.End();
  const ConvertedDocument document = Taken(writer);
  EXPECT_EQ(document.text, "You need:\n\n- gloves\n1. small\n- soap\n");
  EXPECT_EQ(Outline(document),
            "list1: - -\n"
            "  lead-in: You need:\n"
            "  item1: gloves\n"
            "    list2: 1.\n"
            "      item2#1: small\n"
            "  item1: soap\n");
}

TEST(BlockTree, TakesNoLeadInFromAnotherBlock) {
  BlockWriter writer;
  writer.Begin(Kind::kQuote);
  writer.Flowing("You need:");
  writer.End();
  writer.Block();
  writer.Begin(Kind::kList);
  writer.BeginItem("- ");
  writer.Flowing("gloves");
  EXPECT_EQ(Outline(Taken(writer)),
            "quote\n"
            "  paragraph: You need:\n"
            "list1: -\n"
            "  item1: gloves\n");
}

TEST(BlockTree, WhatMayNotStandThereIsAPartOfTheBlockAround) {
  BlockWriter writer;
  writer.BeginHeading(2);
  writer.Begin(Kind::kQuote);
  writer.Flowing("heading");
  writer.End();
  writer.EndHeading();
  writer.Block();
  writer.BeginItem("- ");  // In no list.
  writer.Flowing("stray");
  writer.EndItem();
  writer.Begin(Kind::kList);
  writer.Block();
  writer.Flowing("in no item");
  writer.End();
  EXPECT_EQ(Outline(Taken(writer)),
            "heading2: heading\n"
            "list1\n"
            "  lead-in: stray\n"
            "  item1: in no item\n");
}

TEST(BlockTree, ACellInTheSpanOfAnotherIsAPartOfItsRow) {
  BlockWriter writer;
  writer.Begin(Kind::kTable);
  writer.Begin(Kind::kRow);
  for (std::uint16_t column = 0; column < 3; ++column) {
    writer.Begin({.column = column,
                  .row_span = 1,
                  .column_span = 2,
                  .kind = Kind::kCell});
    writer.Flowing("x" + std::to_string(column));
    writer.End();
    writer.CellSeparator();
  }
  writer.End();
  writer.End();
  EXPECT_EQ(Outline(std::move(writer).Take()),
            "table\n"
            "  row: | x1 | |\n"
            "    cell@0,0x1,2: x0\n"
            "    cell@0,2x1,2: x2\n");
}

TEST(BlockTree, NestsToTheLimit) {
  BlockWriter writer;
  for (int i = 0; i < 1'000; ++i) {
    writer.Begin(Kind::kQuote);
    writer.Begin(Kind::kList);
    writer.BeginItem("- ");
  }
  writer.Flowing("deep");
  const ConvertedDocument document = Taken(writer);
  // A quote as the 16th would leave no level for its text.
  EXPECT_EQ(document.blocks.size(), engine::kMaxTextBlockDepth - 1);
}

// A table of `rows` with `columns` each, and a paragraph for each of `others`.
ConvertedDocument Large(std::size_t rows, std::size_t columns,
                        std::size_t others) {
  BlockWriter writer;
  writer.Begin(Kind::kTable);
  for (std::uint32_t row = 0; row < rows; ++row) {
    writer.Line();
    writer.Begin({.row = row, .kind = Kind::kRow});
    for (std::uint16_t column = 0; column < columns; ++column) {
      writer.Space();
      writer.Begin({.row = row,
                    .column = column,
                    .row_span = 1,
                    .column_span = 1,
                    .kind = Kind::kCell});
      writer.Verbatim("x");
      writer.End();
    }
    writer.End();
  }
  writer.End();
  for (std::size_t i = 0; i < others; ++i) {
    writer.Block();
    writer.Verbatim("p");
  }
  return Taken(writer);
}

TEST(BlockTree, LeavesOutCellsThenRowsThenAllWhereThereAreTooMany) {
  EXPECT_EQ(Large(100, 100, 100).blocks.size(), 1 + 100 + 10'000 + 100u);
  EXPECT_EQ(Large(1'000, 1'000, 100).blocks.size(), 1 + 1'000 + 100u);
  EXPECT_EQ(Large(300'000, 1, 100).blocks.size(), 1 + 100u);
  EXPECT_EQ(Large(2, 2, 300'000).blocks.size(), 0u);
}

}  // namespace
}  // namespace answerbox::client
