#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::engine {
namespace {

using Kind = TextBlockKind;
using Blocks = std::vector<TextBlock>;

constexpr std::string_view kText =
    "Stock\n\nYou need:\n- \xC3\xA4tna\n- b\n  3. c\n\nA | B\n1 | 2\n";

// Of kText: a heading; a list with its lead-in and two items, in the second of
// which is a numbered list; a table of two rows.
Blocks StockBlocks() {
  return {
      {.range = {0, 5}, .kind = Kind::kHeading, .level = 2},
      {.range = {7, 36}, .kind = Kind::kList, .level = 1},
      {.range = {7, 16}, .parent_distance = 1, .kind = Kind::kLeadIn},
      {.range = {19, 24},
       .parent_distance = 2,
       .kind = Kind::kItem,
       .level = 1},
      {.range = {27, 36},
       .parent_distance = 3,
       .kind = Kind::kItem,
       .level = 1},
      {.range = {31, 35},
       .parent_distance = 1,
       .kind = Kind::kList,
       .level = 2},
      {.range = {34, 35},
       .parent_distance = 1,
       .number = 3,
       .kind = Kind::kItem,
       .level = 2,
       .flags = kNumbered},
      {.range = {37, 48}, .kind = Kind::kTable},
      {.range = {37, 42}, .parent_distance = 1, .kind = Kind::kRow},
      {.range = {37, 38},
       .parent_distance = 1,
       .row_span = 1,
       .column_span = 1,
       .kind = Kind::kCell,
       .flags = kHeadsColumn},
      {.range = {41, 42},
       .parent_distance = 2,
       .column = 1,
       .row_span = 1,
       .column_span = 1,
       .kind = Kind::kCell,
       .flags = kHeadsColumn},
      {.range = {43, 48}, .parent_distance = 4, .row = 1, .kind = Kind::kRow},
      {.range = {47, 48},
       .parent_distance = 1,
       .row = 1,
       .column = 1,
       .row_span = 1,
       .column_span = 1,
       .kind = Kind::kCell},
  };
}

TEST(TextBlockCheck, AcceptsATree) {
  EXPECT_TRUE(CheckTextBlocks(kText, StockBlocks()));
  EXPECT_TRUE(CheckTextBlocks("", {}));
}

struct Damage {
  std::size_t number;
  std::function<void(TextBlock&)> change;
  const char* field;
};

TEST(TextBlockCheck, NamesTheFirstBlockThatIsWrongAndHow) {
  const Damage damages[] = {
      {0, [](TextBlock& b) { b.kind = Kind{0}; }, "a block's kind"},
      {0, [](TextBlock& b) { b.kind = Kind{24}; }, "a block's kind"},
      {0, [](TextBlock& b) { b.kind = Kind::kItem; }, "a block's kind"},
      {0, [](TextBlock& b) { b.level = 0; }, "a block's level"},
      {0, [](TextBlock& b) { b.level = 7; }, "a block's level"},
      {0, [](TextBlock& b) { b.kind = Kind::kTitle; }, "a block's level"},
      {0, [](TextBlock& b) { b.number = 1; }, "a block's number"},
      {0, [](TextBlock& b) { b.column = 1; }, "a block's row or column"},
      {0, [](TextBlock& b) { b.row = 1; }, "a block's row or column"},
      {0, [](TextBlock& b) { b.range.end = 0; }, "a block's range"},
      {0, [](TextBlock& b) { b.parent_distance = 1; }, "a block's parent"},
      // Begins before its list.
      {2, [](TextBlock& b) { b.range.begin = 6; }, "a block's range"},
      {2, [](TextBlock& b) { b.kind = Kind::kParagraph; }, "a block's kind"},
      // Overlaps the lead-in before it.
      {3, [](TextBlock& b) { b.range.begin = 15; }, "a block's range"},
      // Begins within a character.
      {3, [](TextBlock& b) { b.range.begin = 20; }, "a block's range"},
      // The lead-in is no parent any more.
      {4, [](TextBlock& b) { b.parent_distance = 2; }, "a block's parent"},
      {4, [](TextBlock& b) { b.range.end = 37; }, "a block's range"},
      {7, [](TextBlock& b) { b.range.end = 50; }, "a block's range"},
      {8, [](TextBlock& b) { b.row_span = 1; }, "a block's spans"},
      {9, [](TextBlock& b) { b.column_span = 0; }, "a block's spans"},
      {9, [](TextBlock& b) { b.row = 1; }, "a cell's place"},
      {10, [](TextBlock& b) { b.column = 0; }, "a cell's place"},
      {11, [](TextBlock& b) { b.row = 0; }, "a row's place"},
  };
  for (const Damage& damage : damages) {
    Blocks blocks = StockBlocks();
    damage.change(blocks[damage.number]);
    const auto checked = CheckTextBlocks(kText, blocks);
    ASSERT_FALSE(checked) << damage.field;
    EXPECT_EQ(checked.error(),
              (Error{ErrorCode::kInvalidArgument, damage.field, damage.number}))
        << checked.error().field << " " << checked.error().offset;
  }
}

TEST(TextBlockCheck, ACellMayNotReachIntoTheNext) {
  Blocks blocks = StockBlocks();
  blocks[9].column_span = 2;
  EXPECT_EQ(CheckTextBlocks(kText, blocks).error(),
            (Error{ErrorCode::kInvalidArgument, "a cell's place", 10}));
}

TEST(TextBlockCheck, LeavesHoldNothing) {
  for (const Kind leaf : {Kind::kParagraph, Kind::kCaption, Kind::kCode}) {
    const Blocks blocks = {
        {.range = {0, 4}, .kind = leaf},
        {.range = {0, 2}, .parent_distance = 1, .kind = Kind::kParagraph}};
    EXPECT_FALSE(CheckTextBlocks("text", blocks));
  }
}

TEST(TextBlockCheck, BoundsDepthAndNumber) {
  Blocks nested;
  for (std::size_t i = 0; i <= kMaxTextBlockDepth; ++i) {
    nested.push_back(
        {.range = {0, 1}, .parent_distance = i > 0, .kind = Kind::kQuote});
  }
  EXPECT_EQ(CheckTextBlocks("x", nested).error(),
            (Error{ErrorCode::kLimitExceeded, "blocks", kMaxTextBlockDepth}));
  nested.pop_back();
  EXPECT_TRUE(CheckTextBlocks("x", nested));

  const std::string text(kMaxTextBlocks + 1, 'x');
  Blocks many;
  for (std::uint32_t i = 0; i <= kMaxTextBlocks; ++i) {
    many.push_back({.range = {i, i + 1}});
  }
  EXPECT_EQ(CheckTextBlocks(text, many).error(),
            (Error{ErrorCode::kLimitExceeded, "blocks", kMaxTextBlocks}));
  many.pop_back();
  EXPECT_TRUE(CheckTextBlocks(text, many));
}

// What a segment has no room for is refused, not cut.
TEST(TextBlockCheck, BoundsWhatSegmentsStore) {
  const std::string text(std::size_t{1} << 24, 'x');
  const auto size = static_cast<std::uint32_t>(text.size());
  TextBlock block{.range = {0, size}, .kind = Kind::kQuote};
  EXPECT_FALSE(CheckTextBlocks(text, {&block, 1}));
  block.range.begin = 1;
  EXPECT_TRUE(CheckTextBlocks(text, {&block, 1}));
  block.flags = 16;
  EXPECT_FALSE(CheckTextBlocks(text, {&block, 1}));
  block.flags = kNumbered;
  EXPECT_FALSE(CheckTextBlocks(text, {&block, 1}));
  Blocks list = {{.range = {0, 1}, .kind = Kind::kList, .level = 15}};
  EXPECT_TRUE(CheckTextBlocks(text, list));
  list[0].level = 16;
  EXPECT_FALSE(CheckTextBlocks(text, list));
  Blocks table = {{.range = {0, 1}, .kind = Kind::kTable},
                  {.range = {0, 1}, .parent_distance = 1, .kind = Kind::kRow},
                  {.range = {0, 1},
                   .parent_distance = 1,
                   .row_span = kMaxCellSpan,
                   .column_span = kMaxCellSpan,
                   .kind = Kind::kCell}};
  EXPECT_TRUE(CheckTextBlocks(text, table));
  table[2].row_span = kMaxCellSpan + 1;
  EXPECT_FALSE(CheckTextBlocks(text, table));
}

}  // namespace
}  // namespace answerbox::engine
