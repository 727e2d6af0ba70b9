#include "engine/numeric/fixed_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace answerbox::engine {
namespace {

TEST(Q16, RoundsHalfAwayFromZero) {
  EXPECT_EQ(Q16::FromRatio(1, 131072).raw(), 1);
  EXPECT_EQ(Q16::FromRatio(-1, 131072).raw(), -1);
  EXPECT_EQ(Q16::FromRatio(1, 131073).raw(), 0);
}

TEST(Q16, RoundsHalvesOfProductsAwayFromZero) {
  const Q16 half = Q16::FromRatio(1, 2);
  for (const std::int32_t raw : {1, 3, 5}) {
    EXPECT_EQ((Q16::FromRaw(raw) * half).raw(), (raw + 1) / 2);
    EXPECT_EQ((Q16::FromRaw(-raw) * half).raw(), -(raw + 1) / 2);
  }
  EXPECT_EQ((Q16::FromRaw(1) * Q16::FromRaw(32767)).raw(), 0);
  EXPECT_EQ((Q16::FromRaw(-1) * Q16::FromRaw(32767)).raw(), 0);
}

TEST(Q16, MultipliesWhatIsNotNegativeToTheSameBits) {
  std::mt19937 random(4);
  std::uniform_int_distribution<std::int32_t> raw(0, 10'000'000);
  for (int i = 0; i < 10000; ++i) {
    const Q16 a = Q16::FromRaw(raw(random));
    const Q16 b = Q16::FromRaw(raw(random) >> random() % 24);
    EXPECT_EQ(Q16::MultiplyPositive(a, b), a * b);
  }
}

TEST(Q16, MultipliesAndDividesWithinHalfAUnit) {
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int32_t> raw(-5'000'000, 5'000'000);
  for (int i = 0; i < 10000; ++i) {
    const Q16 a = Q16::FromRaw(raw(random));
    const Q16 b = Q16::FromRaw(std::abs(raw(random)) + 10'000);
    EXPECT_NEAR((a * b).ToDouble(), a.ToDouble() * b.ToDouble(), 0.51 / 65536);
    EXPECT_NEAR((a / b).ToDouble(), a.ToDouble() / b.ToDouble(), 0.51 / 65536);
  }
}

TEST(Q16, ReachesBothEndsOfItsRange) {
  EXPECT_EQ(Q16::FromInteger(-32768).raw(), INT32_MIN);
  EXPECT_EQ((Q16::FromInteger(32767) + Q16::FromRaw(65535)).raw(), INT32_MAX);
}

TEST(Q16, OrdersLikeTheNumbersItStandsFor) {
  EXPECT_LT(Q16::FromRaw(-1), Q16());
  EXPECT_GT(Q16::FromInteger(1), Q16::FromRatio(2, 3));
}

#ifndef NDEBUG
TEST(Q16DeathTest, AssertsWhenASumLeavesTheRange) {
  const Q16 large = Q16::FromInteger(32767);
  EXPECT_DEATH(static_cast<void>(large + large), "raw");
}
#endif

}  // namespace
}  // namespace answerbox::engine
