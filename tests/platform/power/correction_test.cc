#include <gtest/gtest.h>

#include <cstdint>

#include "platform/power/power_source.h"

namespace answerbox::platform {
namespace {

TEST(CorrectionTest, ChangesNothingUnlessSaidSo) {
  EXPECT_TRUE(Correction().ChangesNothing());
  EXPECT_EQ(Correction().PowerOf(1'234'567), 1'234'567);
}

TEST(CorrectionTest, RoundsToTheNearest) {
  Correction third;
  third.gain_ppm = 333'333;
  EXPECT_EQ(third.Scaled(1), 0);
  EXPECT_EQ(third.Scaled(2), 1);
  EXPECT_EQ(third.Scaled(3'000'000), 999'999);
}

TEST(CorrectionTest, TheLargestValuesDoNotOverflow) {
  Correction largest;
  largest.gain_ppm = Correction::kMaxGainPpm;
  EXPECT_EQ(largest.Scaled(1'000'000'000'000'000), 1'000'000'000'000'000'000);
}

TEST(CorrectionTest, OneAfterTheOtherIsAsBothInOne) {
  const Correction fit{1'145'100, 587'900, "fit"};
  const Correction own{900'000, -100'000, "own meter"};
  const Correction both = fit.Then(own);
  EXPECT_EQ(both.gain_ppm, 1'030'590);
  EXPECT_EQ(both.offset_uw, 429'110);
  EXPECT_EQ(both.reason, "fit; own meter");
  EXPECT_EQ(both.PowerOf(4'000'000), own.PowerOf(fit.PowerOf(4'000'000)));
}

TEST(CorrectionTest, ANegativeOffsetIsScaledAsWell) {
  const Correction first{Correction::kOne, -1'000'000, "first"};
  const Correction twice{2 * Correction::kOne, 0, ""};
  EXPECT_EQ(first.Then(twice).offset_uw, -2'000'000);
  EXPECT_EQ(first.Then(twice).reason, "first");
}

TEST(CorrectionTest, ItsRangeIncludesItsEnds) {
  EXPECT_TRUE((Correction{Correction::kMinGainPpm, 0, ""}.IsInRange()));
  EXPECT_TRUE((Correction{Correction::kMaxGainPpm, 0, ""}.IsInRange()));
  EXPECT_FALSE((Correction{Correction::kMinGainPpm - 1, 0, ""}.IsInRange()));
  EXPECT_FALSE((Correction{Correction::kMaxGainPpm + 1, 0, ""}.IsInRange()));
  EXPECT_FALSE((Correction{1, -Correction::kMaxOffsetUw - 1, ""}.IsInRange()));
}

}  // namespace
}  // namespace answerbox::platform
