#include <gtest/gtest.h>

#include "lab/evaluate/report/error_lines.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::lab {
namespace {

// Feature 0 is worth 100, feature 1 is worth 300, feature 2 costs 50.
class DecidingFeaturesTest : public testing::Test {
 protected:
  std::vector<DecidingFeature> Find(const std::vector<std::int16_t>& here,
                                    const std::vector<std::int16_t>& there,
                                    std::size_t count = 3) {
    const auto trees = engine::BoostedTrees::Open(bytes_, {3, 1, 3});
    EXPECT_TRUE(trees);
    return FindDecidingFeatures(*trees, here, there, count);
  }

 private:
  std::vector<std::byte> bytes_ =
      engine::EncodeTrees(std::vector<engine::WrittenTree>{
          {{0}, {1}, {0, 100}}, {{1}, {1}, {0, 300}}, {{2}, {1}, {0, -50}}});
};

TEST_F(DecidingFeaturesTest, NamesTheFeatureThatCountsMostFirst) {
  const auto deciding = Find({1, 1, 0}, {0, 0, 0});
  ASSERT_EQ(deciding.size(), 2u);
  EXPECT_EQ(deciding[0].feature, 1u);
  EXPECT_EQ(deciding[0].here, 1);
  EXPECT_EQ(deciding[0].there, 0);
  EXPECT_DOUBLE_EQ(deciding[0].log_odds, 300.0 / engine::kOneLogOdds);
  EXPECT_EQ(deciding[1].feature, 0u);
}

TEST_F(DecidingFeaturesTest, LeavesOutWhatSpeaksForTheOther) {
  EXPECT_TRUE(Find({0, 0, 1}, {0, 0, 0}).empty());
}

TEST_F(DecidingFeaturesTest, StopsAtTheCount) {
  EXPECT_EQ(Find({1, 1, 0}, {0, 0, 0}, 1).size(), 1u);
}

TEST_F(DecidingFeaturesTest, FindsNothingBetweenEqualRows) {
  EXPECT_TRUE(Find({1, 1, 1}, {1, 1, 1}).empty());
}

}  // namespace
}  // namespace answerbox::lab
