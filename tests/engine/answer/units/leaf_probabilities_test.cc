#include "engine/answer/units/leaf_probabilities.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/answer/units/unit_weights.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr auto kHeading = static_cast<std::size_t>(LeafFeature::kLastHeading);

class ManyLeaves {
 public:
  // Leaves that can answer, each with so much of its heading asked for.
  explicit ManyLeaves(const std::vector<std::int16_t>& headings)
      : leaves_(headings.size()), rows_(headings.size()) {
    for (std::size_t i = 0; i < headings.size(); ++i) {
      leaves_[i].can_answer = true;
      rows_[i][kHeading] = headings[i];
    }
  }

  [[nodiscard]] std::vector<Leaf>& leaves() { return leaves_; }

  LeafProbabilities Find() {
    return {Leaves{.leaves = leaves_, .stretches = {}}, rows_, 0, *arena_};
  }

 private:
  std::vector<Leaf> leaves_;
  std::vector<LeafRow> rows_;
  TestArena arena_;
};

TEST(LeafProbabilities, AreEmptyIfNoLeafCanAnswer) {
  ManyLeaves leaves({0, 0});
  for (Leaf& leaf : leaves.leaves()) leaf.can_answer = false;
  EXPECT_TRUE(leaves.Find().empty());
}

TEST(LeafProbabilities, AreSharedByLeavesThatAreAlike) {
  ManyLeaves leaves({0, 0, 0, 0});
  leaves.leaves()[1].can_answer = false;
  leaves.leaves()[3].can_answer = false;
  const LeafProbabilities found = leaves.Find();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.Of(0), 32768);
  EXPECT_EQ(found.Of(1), 0);
  EXPECT_EQ(found.SumOf(0, 4), 65536);
  EXPECT_EQ(found.OverBest(2), 65536);
  EXPECT_EQ(found.best(), 0u);
}

TEST(LeafProbabilities, AreGreatestForTheBestScore) {
  ASSERT_GT(kLeafWeights[kHeading], 0);
  ManyLeaves leaves({0, 512, 1024, 512});
  const LeafProbabilities found = leaves.Find();
  EXPECT_EQ(found.best(), 2u);
  EXPECT_EQ(found.BestOf(0, 2), 1u);
  EXPECT_EQ(found.BestOf(3, 4), 3u);
  EXPECT_GT(found.Of(2), found.Of(1));
  EXPECT_EQ(found.Of(1), found.Of(3));
  EXPECT_LT(found.OverBest(1), 65536);
}

TEST(LeafProbabilities, PromiseAnswersAroundTheMostProbable48) {
  std::vector<std::int16_t> headings(80);
  for (std::size_t i = 0; i < headings.size(); ++i) {
    headings[i] = static_cast<std::int16_t>(10 * i);
  }
  ManyLeaves leaves(headings);
  const LeafProbabilities found = leaves.Find();
  for (std::uint32_t i = 0; i < 80; ++i) {
    EXPECT_EQ(found.HoldPromising(i, i + 1), i >= 32) << i;
  }
  EXPECT_FALSE(found.HoldPromising(0, 32));
  EXPECT_TRUE(found.HoldPromising(31, 33));
}

TEST(LogDocuments, RiseToTwoThousand) {
  EXPECT_EQ(LogDocuments(1), 0);
  EXPECT_EQ(LogDocuments(0), 0);
  EXPECT_EQ(LogDocuments(1716), 953);  // ln(1716) / 8 = .9309.
  EXPECT_EQ(LogDocuments(2048), LogDocuments(1'000'000));
}

}  // namespace
}  // namespace answerbox::engine
