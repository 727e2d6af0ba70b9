#include "engine/exam/passage_features.h"

#include <gtest/gtest.h>

#include "engine/exam/examine.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kFridgeText = "Vaccines are kept in the fridge.";
constexpr std::string_view kLunchText = "Staff keep lunch in a fridge.";

PassageFeatureRow FeaturesOf(std::string_view document,
                             std::string_view question) {
  const IndexInMemory index({kFridgeText, kLunchText});
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const std::string_view only[] = {document};
  const auto examined = ExamineQuestion(
      segments, {.text = question, .documents = only}, workspace);
  EXPECT_TRUE(examined);
  EXPECT_EQ(examined->passages.size(), 1u);
  return examined->passages.front().features;
}

std::int32_t At(const PassageFeatureRow& row, PassageFeature feature) {
  return row[static_cast<std::size_t>(feature)];
}

TEST(PassageFeaturesTest, SharesAreWholeWhereAllIsHeld) {
  const auto row = FeaturesOf("document-0", "Vaccines kept");
  EXPECT_EQ(At(row, PassageFeature::kAlike), 1024);
  EXPECT_EQ(At(row, PassageFeature::kPairs), 1024);
}

TEST(PassageFeaturesTest, AMissingRareWordCountsMoreThanHalf) {
  // Both documents have "fridge", one has "vaccines".
  const auto row = FeaturesOf("document-1", "vaccines fridge");
  EXPECT_GT(At(row, PassageFeature::kAlike), 0);
  EXPECT_LT(At(row, PassageFeature::kAlike), 512);
  EXPECT_EQ(At(row, PassageFeature::kPairs), 0);
}

TEST(PassageFeaturesTest, EveryFeatureSpeaksForThePassage) {
  const PassageFeatureRow none{};
  for (std::size_t i = 0; i < kPassageFeatures; ++i) {
    PassageFeatureRow more = none;
    more[i] = 1024;
    EXPECT_GT(OddsOfPassage(more), OddsOfPassage(none));
  }
}

TEST(PassageFeaturesTest, TheEndsOfTheRangesDoNotOverflow) {
  PassageFeatureRow row{8 * 1024, 8 * 1024, 1024, 1024};
  EXPECT_EQ(GradeOf(ProbabilityOf(OddsOfPassage(row)).ToDouble()), kMaxGrade);
  row = {-8 * 1024, -8 * 1024, 0, 0};
  EXPECT_EQ(GradeOf(ProbabilityOf(OddsOfPassage(row)).ToDouble()), 0);
}

TEST(PassageFeaturesTest, FeaturesHaveNames) {
  EXPECT_EQ(ToString(PassageFeature::kConfidence), "Confidence");
  EXPECT_EQ(ToString(PassageFeature::kPairs), "Pairs");
}

}  // namespace
}  // namespace answerbox::engine
