#include <gtest/gtest.h>

#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/units/unit_features.h"
#include "engine/answer/units/unit_weights.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

WrittenTreesFile OneTreeEach() {
  return {.magic = "BXUNITS\n",
          .features = kUnitFeatures,
          .first = {{{3}, {2}, {-4096, 4096}}},
          .second = {{{4}, {1}, {0, 8192}}}};
}

void ExpectUnitTreesError(const WrittenTreesFile& file, ErrorCode code,
                          std::string_view field) {
  const auto bytes = file.Encode();
  const auto trees = OpenUnitTrees(bytes);
  ASSERT_FALSE(trees) << field;
  EXPECT_EQ(trees.error().code, code) << field;
  EXPECT_EQ(trees.error().field, field);
}

TEST(UnitTrees, ScoreByTheTreesOfTheFile) {
  const auto bytes = OneTreeEach().Encode();
  const auto trees = OpenUnitTrees(bytes);
  ASSERT_TRUE(trees) << trees.error().field;
  UnitRow row{};
  EXPECT_EQ(trees->choosing.Score(row), -4096);
  EXPECT_EQ(trees->judging.Score(row), 0);
  row[3] = 2;
  row[4] = 1;
  EXPECT_EQ(trees->choosing.Score(row), 4096);
  EXPECT_EQ(trees->judging.Score(row), 8192);
}

TEST(UnitTrees, OfOtherFeaturesAreRefused) {
  WrittenTreesFile file = OneTreeEach();
  file.features = kUnitFeatures - 1;
  ExpectUnitTreesError(file, ErrorCode::kUnsupportedVersion, "trees.features");
}

TEST(UnitTrees, AreNoSpanModel) {
  WrittenTreesFile file = OneTreeEach();
  file.magic = "BXSPANS\n";
  ExpectUnitTreesError(file, ErrorCode::kCorrupt, "trees.magic");
}

TEST(ShippedUnitTrees, AreReadable) {
  const auto trees = OpenUnitTrees(ShippedUnitTreesBytes());
  ASSERT_TRUE(trees) << trees.error().field;
  for (const BoostedTrees* shipped :
       {&ShippedUnitTrees().choosing, &ShippedUnitTrees().judging}) {
    EXPECT_EQ(shipped->feature_count(), kUnitFeatures);
    EXPECT_NE(shipped->Score(UnitRow{}), 0);
  }
}

}  // namespace
}  // namespace answerbox::engine
