#include <gtest/gtest.h>

#include <initializer_list>

#include "engine/answer/model/answer_model.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// Points together with the bytes that they read.
class HeldPoints {
 public:
  explicit HeldPoints(std::initializer_list<OperatingPoint> points)
      : bytes_(EncodePoints({points.begin(), points.size()})) {}

  [[nodiscard]] bool Opens() const {
    return OperatingPoints::Open(bytes_).has_value();
  }
  [[nodiscard]] OperatingPoints get() const {
    return *OperatingPoints::Open(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
};

// Precision dips between 0.4 and 0.6.
HeldPoints Dipping() {
  return HeldPoints({{0, 9900, 4000},
                     {2000, 8000, 5000},
                     {4000, 6000, 6500},
                     {6000, 6000, 6400},
                     {8000, 1000, 9000}});
}

TEST(OperatingPoints, APrecisionIsReachedFromItsThresholdOn) {
  const HeldPoints held = Dipping();
  const OperatingPoints points = held.get();
  EXPECT_EQ(points.ThresholdForPrecision(5000), 2000);
  EXPECT_EQ(points.ThresholdForPrecision(5001), 4000);
  EXPECT_EQ(points.ThresholdForPrecision(6400), 4000);
  // 0.4 gives as much, but the higher threshold 0.6 does not.
  EXPECT_EQ(points.ThresholdForPrecision(6500), 8000);
}

TEST(OperatingPoints, APrecisionEndsAtTheLastPoint) {
  const HeldPoints held = Dipping();
  const OperatingPoints points = held.get();
  EXPECT_EQ(points.ThresholdForPrecision(0), 0);
  EXPECT_EQ(points.ThresholdForPrecision(4000), 0);
  EXPECT_EQ(points.highest_precision(), 9000);
  EXPECT_EQ(points.ThresholdForPrecision(9000), 8000);
  EXPECT_EQ(points.ThresholdForPrecision(9001), std::nullopt);
  EXPECT_EQ(points.ThresholdForPrecision(0xFFFF), std::nullopt);
}

TEST(OperatingPoints, AnAnswerRateIsKeptByTheHighestThreshold) {
  const HeldPoints held = Dipping();
  const OperatingPoints points = held.get();
  EXPECT_EQ(points.ThresholdForAnswerRate(8001), 0);
  EXPECT_EQ(points.ThresholdForAnswerRate(8000), 2000);
  EXPECT_EQ(points.ThresholdForAnswerRate(6000), 6000);
  EXPECT_EQ(points.ThresholdForAnswerRate(5999), 6000);
}

TEST(OperatingPoints, AnAnswerRateEndsAtTheFirstPoint) {
  const HeldPoints held = Dipping();
  const OperatingPoints points = held.get();
  EXPECT_EQ(points.ThresholdForAnswerRate(0), 8000);
  EXPECT_EQ(points.highest_answer_rate(), 9900);
  EXPECT_EQ(points.ThresholdForAnswerRate(9900), 0);
  EXPECT_EQ(points.ThresholdForAnswerRate(9901), std::nullopt);
  EXPECT_EQ(points.ThresholdForAnswerRate(0xFFFF), std::nullopt);
}

TEST(OperatingPoints, WithoutPointsNoWishIsMet) {
  const OperatingPoints points;
  EXPECT_EQ(points.ThresholdForPrecision(0), std::nullopt);
  EXPECT_EQ(points.ThresholdForAnswerRate(0), std::nullopt);
  EXPECT_EQ(points.highest_precision(), 0);
  EXPECT_EQ(points.highest_answer_rate(), 0);
}

TEST(OperatingPoints, AreReadAsTheyWereWritten) {
  const HeldPoints held({{2000, 7000, 5000}, {5000, 3600, 6500}});
  const OperatingPoints points = held.get();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points.At(1).threshold, 5000);
  EXPECT_EQ(points.At(1).answered, 3600);
  EXPECT_EQ(points.At(1).right, 6500);
}

TEST(OperatingPoints, RefusesThresholdsThatDoNotAscend) {
  EXPECT_TRUE(HeldPoints({{1, 5000, 5000}, {2, 5000, 5000}}).Opens());
  EXPECT_FALSE(HeldPoints({{2, 5000, 5000}, {2, 5000, 5000}}).Opens());
  EXPECT_FALSE(HeldPoints({{2, 5000, 5000}, {1, 5000, 5000}}).Opens());
}

TEST(OperatingPoints, RefusesAHigherThresholdThatAnswersMore) {
  EXPECT_TRUE(HeldPoints({{1, 5000, 5000}, {2, 4999, 0}}).Opens());
  EXPECT_FALSE(HeldPoints({{1, 5000, 5000}, {2, 5001, 9000}}).Opens());
}

TEST(OperatingPoints, RefusesMoreThanTheWhole) {
  EXPECT_TRUE(HeldPoints({{10000, 10000, 10000}}).Opens());
  EXPECT_FALSE(HeldPoints({{10001, 0, 0}}).Opens());
  EXPECT_FALSE(HeldPoints({{0, 10001, 0}}).Opens());
  EXPECT_FALSE(HeldPoints({{0, 0, 10001}}).Opens());
}

TEST(OperatingPoints, NamesTheFirstPointThatIsWrong) {
  const auto bytes = EncodePoints(
      std::vector<OperatingPoint>{{1, 10, 10}, {2, 10, 10}, {2, 10, 10}});
  const auto points = OperatingPoints::Open(bytes);
  ASSERT_FALSE(points);
  EXPECT_EQ(points.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(std::string_view(points.error().field), "model.points");
  EXPECT_EQ(points.error().offset, 12u);
}

}  // namespace
}  // namespace answerbox::engine
