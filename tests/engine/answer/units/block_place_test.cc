#include "engine/answer/units/block_place.h"

#include <gtest/gtest.h>

#include "tests/engine/blocked_text.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class BlockPlaceTest : public testing::Test {
 protected:
  BlockPlace Find(std::string_view words) const {
    return FindBlockPlace(index_.reader(), 0, text_.PlaceOf(words)).value();
  }

  const BlockedText text_{
      "Before the list.\n"
      "\n"
      ": You need:\n"
      "- soap\n"
      "-- soft soap\n"
      "-- hard water\n"
      "- paper\n"
      "\n"
      "|! Drug | Dose\n"
      "| Zinc | 5 mg\n"};
  const DocumentText documents_[1] = {text_.document()};
  const IndexInMemory index_{std::span<const DocumentText>(documents_)};
};

TEST_F(BlockPlaceTest, OfAParagraphHasNoListAndNoTable) {
  const BlockPlace place = Find("Before");
  EXPECT_EQ(place.kind, PlaceKind::kText);
  EXPECT_NE(place.block, 0u);
  EXPECT_EQ(place.outer_list, 0u);
  EXPECT_EQ(place.table, 0u);
}

TEST_F(BlockPlaceTest, OfALeadInIsInItsList) {
  const BlockPlace place = Find("You need");
  EXPECT_EQ(place.kind, PlaceKind::kLeadIn);
  EXPECT_EQ(place.list, Find("paper").list);
  EXPECT_NE(place.block, Find("paper").block);
}

TEST_F(BlockPlaceTest, OfANestedItemKnowsBothLists) {
  const BlockPlace outer = Find("soap");
  const BlockPlace inner = Find("soft");
  EXPECT_EQ(outer.kind, PlaceKind::kItem);
  EXPECT_EQ(outer.level, 1);
  EXPECT_EQ(outer.list, outer.outer_list);
  EXPECT_EQ(inner.level, 2);
  EXPECT_EQ(inner.outer_list, outer.outer_list);
  EXPECT_NE(inner.list, outer.list);
  EXPECT_EQ(Find("hard").list, inner.list);
  EXPECT_NE(Find("hard").block, inner.block);
}

TEST_F(BlockPlaceTest, OfACellIsItsRow) {
  const BlockPlace zinc = Find("Zinc");
  EXPECT_EQ(zinc.kind, PlaceKind::kRow);
  EXPECT_EQ(zinc.block, Find("5 mg").block);
  EXPECT_NE(zinc.block, Find("Dose").block);
  EXPECT_NE(zinc.table, 0u);
}

TEST_F(BlockPlaceTest, OfAMarkerIsNoItem) {
  const BlockPlace place =
      FindBlockPlace(index_.reader(), 0, text_.PlaceOf("paper") - 2).value();
  EXPECT_NE(place.kind, PlaceKind::kItem);
}

TEST_F(BlockPlaceTest, TheFinderFindsTheSameInAnyOrder) {
  const auto size = static_cast<std::uint32_t>(documents_[0].text.size());
  const auto expect_same = [&](BlockPlaceFinder& finder, std::uint32_t at) {
    const BlockPlace wanted = FindBlockPlace(index_.reader(), 0, at).value();
    const BlockPlace found = finder.Find(index_.reader(), 0, at).value();
    EXPECT_EQ(found.block, wanted.block) << at;
    EXPECT_EQ(found.list, wanted.list) << at;
    EXPECT_EQ(found.outer_list, wanted.outer_list) << at;
    EXPECT_EQ(found.table, wanted.table) << at;
    EXPECT_EQ(found.kind, wanted.kind) << at;
    EXPECT_EQ(found.level, wanted.level) << at;
  };
  for (const std::uint32_t step : {1u, 3u, 7u, size / 2}) {
    BlockPlaceFinder onward;
    for (std::uint32_t at = 0; at < size; at += step) expect_same(onward, at);
    BlockPlaceFinder backward;
    for (std::uint32_t at = size; at >= step; at -= step) {
      expect_same(backward, at - step);
    }
    BlockPlaceFinder around;
    for (std::uint32_t i = 0, at = 0; i < size; ++i) {
      expect_same(around, at);
      at = (at + step * 11) % size;
    }
  }
}

TEST(BlockPlace, IsEmptyWithoutBlocks) {
  const IndexInMemory index({"No blocks here."});
  const BlockPlace place = FindBlockPlace(index.reader(), 0, 3).value();
  EXPECT_EQ(place.block, 0u);
  EXPECT_EQ(place.kind, PlaceKind::kText);
}

}  // namespace
}  // namespace answerbox::engine
