#include "engine/answer/model/boosted_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "engine/answer/model/tree_lanes.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// The root compares feature 0 with 10. On the left feature 1 is compared with
// -5, on the right feature 2 with 7.
const WrittenTree kTree = {{0, 1, 2}, {10, -5, 7}, {1, 20, 300, -4000}};

class BoostedTreesTest : public testing::Test {
 protected:
  LogOdds Score(const std::vector<WrittenTree>& trees, unsigned depth,
                const std::vector<std::int16_t>& features) {
    const auto bytes = EncodeTrees(trees);
    const auto opened = BoostedTrees::Open(
        bytes,
        {static_cast<std::uint32_t>(trees.size()), depth, features.size()});
    EXPECT_TRUE(opened);
    return opened->Score(features);
  }

  static Result<BoostedTrees> Open(std::span<const std::byte> bytes,
                                   const TreesShape& shape) {
    return BoostedTrees::Open(bytes, shape);
  }
};

TEST_F(BoostedTreesTest, GivesTheLeafAtTheEndOfTheWalk) {
  EXPECT_EQ(Score({kTree}, 2, {0, -6, 0}), 1);
  EXPECT_EQ(Score({kTree}, 2, {0, 0, 0}), 20);
  EXPECT_EQ(Score({kTree}, 2, {11, 0, 6}), 300);
  EXPECT_EQ(Score({kTree}, 2, {11, 0, 8}), -4000);
}

TEST_F(BoostedTreesTest, GoesRightAtTheThreshold) {
  EXPECT_EQ(Score({kTree}, 2, {9, -5, 0}), 20);
  EXPECT_EQ(Score({kTree}, 2, {10, 0, 7}), -4000);
}

TEST_F(BoostedTreesTest, AddsUpItsTrees) {
  const WrittenTree other = {{2, 2, 2}, {0, 0, 0}, {5, 5, 7, 7}};
  EXPECT_EQ(Score({kTree, other}, 2, {0, 0, 0}), 27);
  EXPECT_EQ(Score({kTree, other, kTree}, 2, {0, 0, -1}), 45);
}

TEST_F(BoostedTreesTest, ScoresNothingWithoutTrees) {
  EXPECT_EQ(Score({}, 1, {1, 2}), 0);
}

TEST_F(BoostedTreesTest, ComparesAtTheEndsOfSixteenBits) {
  using Limits = std::numeric_limits<std::int16_t>;
  const WrittenTree lowest = {{0}, {Limits::min()}, {1, 2}};
  const WrittenTree highest = {{0}, {Limits::max()}, {1, 2}};
  EXPECT_EQ(Score({lowest}, 1, {Limits::min()}), 2);
  EXPECT_EQ(Score({highest}, 1, {Limits::max()}), 2);
  EXPECT_EQ(Score({highest}, 1, {Limits::max() - 1}), 1);
}

TEST_F(BoostedTreesTest, HoldsTheSumOfTheMostAndGreatestLeaves) {
  using Limits = std::numeric_limits<std::int16_t>;
  const WrittenTree tree = {{0}, {0}, {Limits::min(), Limits::max()}};
  const std::vector<WrittenTree> trees(kMaxTrees, tree);
  EXPECT_EQ(Score(trees, 1, {0}), 2047 * 32767);
  EXPECT_EQ(Score(trees, 1, {-1}), 2047 * -32768);
}

TEST_F(BoostedTreesTest, WalksTheDeepestTree) {
  WrittenTree tree;
  for (std::uint8_t level = 0; level < kMaxTreeDepth; ++level) {
    tree.features.insert(tree.features.end(), std::size_t{1} << level, level);
  }
  tree.thresholds.assign(63, 1);
  for (std::int16_t i = 0; i < 64; ++i) tree.leaves.push_back(i);
  // The path is a binary number; its highest digit is the first step.
  EXPECT_EQ(Score({tree}, 6, {1, 0, 1, 1, 0, 0}), 0b101100);
  EXPECT_EQ(Score({tree}, 6, {1, 1, 1, 1, 1, 1}), 63);
}

TEST_F(BoostedTreesTest, RefusesAFeatureThatIsNotThereInAnyNode) {
  for (std::size_t node = 0; node < 6; ++node) {
    auto bytes = EncodeTrees(std::vector{kTree, kTree});
    const std::size_t tree_bytes = bytes.size() / 2;
    bytes[node / 3 * tree_bytes + node % 3] = std::byte{3};
    const auto opened = Open(bytes, {2, 2, 3});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kCorrupt);
    EXPECT_TRUE(Open(bytes, {2, 2, 4}));
  }
}

TEST_F(BoostedTreesTest, RefusesShapesPastTheirLimits) {
  EXPECT_FALSE(Open({}, {0, 0, 1}));
  EXPECT_FALSE(Open({}, {0, kMaxTreeDepth + 1, 1}));
  EXPECT_TRUE(Open({}, {0, kMaxTreeDepth, 1}));
  EXPECT_FALSE(Open({}, {0, 1, kMaxTreeFeatures + 1}));
  EXPECT_TRUE(Open({}, {0, 1, kMaxTreeFeatures}));
  const std::vector<WrittenTree> trees(kMaxTrees + 1, {{0}, {0}, {0, 0}});
  EXPECT_FALSE(Open(EncodeTrees(trees), {kMaxTrees + 1, 1, 1}));
}

// Random trees and rows, near each other so that both sides are taken.
class BoostedTreesTogether : public testing::TestWithParam<unsigned> {
 protected:
  // Rows are turned eight features at a time.
  static constexpr std::size_t kFeatures = 43;
  using Row = std::array<std::int16_t, kFeatures>;

  std::int16_t Value() {
    return std::uniform_int_distribution<std::int16_t>(-100, 100)(random_);
  }
  WrittenTree Tree(unsigned depth) {
    std::uniform_int_distribution<unsigned> feature(0, kFeatures - 1);
    WrittenTree tree;
    for (unsigned node = 1; node < 1u << depth; ++node) {
      tree.features.push_back(static_cast<std::uint8_t>(feature(random_)));
      tree.thresholds.push_back(Value());
    }
    for (unsigned leaf = 0; leaf < 1u << depth; ++leaf) {
      tree.leaves.push_back(static_cast<std::int16_t>(300 * Value()));
    }
    return tree;
  }

  static void ExpectScores(const BoostedTrees& trees,
                           std::span<const Row> rows) {
    std::vector<LogOdds> scores(rows.size());
    trees.ScoreEach(rows, scores);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(scores[i], trees.Score(rows[i])) << i << " of " << rows.size();
    }
  }

  std::mt19937 random_{7};
};

TEST_P(BoostedTreesTogether, ScoresRowsAsOneByOne) {
  constexpr std::uint32_t kTrees = 50;
  std::vector<WrittenTree> written;
  for (std::uint32_t i = 0; i < kTrees; ++i)
    written.push_back(Tree(GetParam()));
  const auto bytes = EncodeTrees(written);
  const auto trees = BoostedTrees::Open(bytes, {kTrees, GetParam(), kFeatures});
  ASSERT_TRUE(trees);
  for (std::size_t count = 0; count < 3 * kTreeLanes; ++count) {
    std::vector<Row> rows(count);
    for (Row& row : rows) std::ranges::generate(row, [&] { return Value(); });
    ExpectScores(*trees, rows);
    // Alike in all but some features, so that all go the same way at most
    // nodes.
    for (Row& row : rows) {
      std::ranges::copy(std::span(rows.front()).first(kFeatures - 5),
                        row.begin());
    }
    ExpectScores(*trees, rows);
  }
}

INSTANTIATE_TEST_SUITE_P(Depths, BoostedTreesTogether,
                         testing::Range(1u, kMaxTreeDepth + 1));

TEST_F(BoostedTreesTest, ScoresRowsAsNothingWithoutTrees) {
  const std::vector<std::array<std::int16_t, 3>> rows(9);
  std::vector<LogOdds> scores(rows.size(), 1);
  BoostedTrees().ScoreEach(std::span(rows), scores);
  EXPECT_EQ(scores, std::vector<LogOdds>(rows.size(), 0));
}

TEST(BoostedTreesSize, CountsThreeBytesANodeAndTwoALeaf) {
  EXPECT_EQ(BoostedTrees::BytesOf({1, 1, 1}), 7u);
  EXPECT_EQ(BoostedTrees::BytesOf({1, 4, 1}), 15u * 3 + 16 * 2);
  EXPECT_EQ(BoostedTrees::BytesOf({3, 2, 9}),
            EncodeTrees(std::vector(3, kTree)).size());
}

}  // namespace
}  // namespace answerbox::engine
