#include "daemon/methods/question_params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/answer/model/answer_model.h"

namespace answerbox::daemon {
namespace {

using engine::Profile;
using testing::HasSubstr;
using Kind = ThresholdTarget::Kind;

const engine::OperatingPoints& Points() {
  return engine::ShippedModel().points();
}

// The index of the shipped point with this threshold.
std::size_t IndexOf(double theta) {
  std::size_t i = 0;
  while (i + 1 < Points().size() &&
         Points().At(i).threshold / 10000.0 != theta) {
    ++i;
  }
  return i;
}

TEST(ThresholdTarget, AThetaIsItself) {
  EXPECT_EQ(*ThetaOf({Kind::kTheta, 0.123456789}, Profile::kDefault),
            0.123456789);
  EXPECT_EQ(*ThetaOf({Kind::kTheta, 1.0}, Profile::kPaper), 1.0);
}

TEST(ThresholdTarget, APrecisionComesToAThetaThatGaveIt) {
  const double theta = *ThetaOf({Kind::kPrecision, 0.6}, Profile::kDefault);
  EXPECT_GE(Points().At(IndexOf(theta)).right, 6000);
  EXPECT_LT(Points().At(IndexOf(theta) - 1).right, 6000);
  EXPECT_LT(*ThetaOf({Kind::kPrecision, 0.5}, Profile::kDefault), theta);
  EXPECT_EQ(*ThetaOf({Kind::kPrecision, 0.01}, Profile::kDefault), 0.0);
}

TEST(ThresholdTarget, AnAnswerRateComesToAThetaThatKeptIt) {
  const double theta = *ThetaOf({Kind::kAnswerRate, 0.6}, Profile::kDefault);
  EXPECT_GE(Points().At(IndexOf(theta)).answered, 6000);
  EXPECT_LT(Points().At(IndexOf(theta) + 1).answered, 6000);
  EXPECT_EQ(*ThetaOf({Kind::kAnswerRate, 1.0}, Profile::kDefault), 0.0);
}

TEST(ThresholdTarget, WhatNoThresholdGivesIsAnErrorThatTellsTheMost) {
  const auto theta = ThetaOf({Kind::kPrecision, 1.0}, Profile::kDefault);
  ASSERT_FALSE(theta);
  EXPECT_EQ(theta.error().kind, ErrorKind::kInvalidParams);
  EXPECT_EQ(theta.error().subject, "precision");
  const int most = Points().highest_precision();
  EXPECT_THAT(
      theta.error().message,
      HasSubstr("\"precision\" is 0." + std::to_string(most) + " at most"));
  EXPECT_TRUE(ThetaOf({Kind::kPrecision, most / 10000.0}, Profile::kDefault));
}

TEST(ThresholdTarget, ProfilePaperKnowsThetasAlone) {
  for (const Kind kind : {Kind::kPrecision, Kind::kAnswerRate}) {
    const auto theta = ThetaOf({kind, 0.5}, Profile::kPaper);
    ASSERT_FALSE(theta);
    EXPECT_EQ(theta.error().kind, ErrorKind::kInvalidParams);
    EXPECT_EQ(theta.error().subject,
              kind == Kind::kPrecision ? "precision" : "answer_rate");
    EXPECT_THAT(theta.error().message, HasSubstr("profile paper"));
  }
}

}  // namespace
}  // namespace answerbox::daemon
