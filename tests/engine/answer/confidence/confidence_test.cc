#include "engine/answer/confidence/confidence.h"

#include <gtest/gtest.h>

#include <array>

#include "engine/answer/evidence/answer_features.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

TEST(SentenceConfidenceTest, HoldsTheSumOfTheGreatestLeavesAndSlope) {
  WrittenModel model;
  model.judge.assign(kMaxTrees, {{0}, {0}, {-32768, 32767}});
  model.slope = 8 * kOneLogOdds;
  model.intercept = 8 * kOneLogOdds;
  const auto bytes = model.Encode();
  const auto opened = AnswerModel::Open(bytes);
  std::array<std::int16_t, kAnswerFeatures> features{};
  EXPECT_GT(SentenceConfidence(*opened, features).ToDouble(), 0.999);
  features[0] = -1;
  EXPECT_LT(SentenceConfidence(*opened, features).ToDouble(), 0.001);
}

UnitRow Covering(std::int16_t coverage, std::int16_t soft) {
  UnitRow unit{};
  unit[static_cast<std::size_t>(UnitFeature::kAllCoverage)] = coverage;
  unit[static_cast<std::size_t>(UnitFeature::kAllSoft)] = soft;
  return unit;
}

TEST(FormConfidenceTest, IsNoneForAUnitWithoutAnyWordOfTheQuestion) {
  const Q16 sure = Q16::FromRatio(9, 10);
  EXPECT_EQ(FormConfidence(Covering(0, kWhole * 8 / 10), sure), Q16());
  EXPECT_GT(FormConfidence(Covering(1, kWhole * 8 / 10), sure), Q16());
  // Other words may say all that was asked.
  EXPECT_GT(FormConfidence(Covering(0, kWhole), sure), Q16());
}

TEST(FormConfidenceTest, RisesWithThatOfTheBestSentence) {
  const UnitRow unit = Covering(kWhole, kWhole);
  const Q16 doubtful = FormConfidence(unit, Q16());
  const Q16 sure = FormConfidence(unit, Q16::FromInteger(1));
  EXPECT_GT(doubtful, Q16());
  EXPECT_GT(sure, doubtful);
  EXPECT_LT(sure, Q16::FromInteger(1));
}

TEST(PassageConfidenceTest, EveryFeatureSpeaksForThePassage) {
  const PassageFeatureRow none{};
  for (std::size_t i = 0; i < kPassageFeatures; ++i) {
    PassageFeatureRow more = none;
    more[i] = 1024;
    EXPECT_GT(PassageConfidence(more), PassageConfidence(none));
  }
}

TEST(PassageConfidenceTest, FeaturesHaveNames) {
  EXPECT_EQ(ToString(PassageFeature::kConfidence), "Confidence");
  EXPECT_EQ(ToString(PassageFeature::kPairs), "Pairs");
}

}  // namespace
}  // namespace answerbox::engine
