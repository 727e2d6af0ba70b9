#include "engine/numeric/arithmetic.h"

#include <gtest/gtest.h>

#include <random>

namespace answerbox::engine {
namespace {

template <typename A>
class ArithmeticTest : public testing::Test {};
using Arithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(ArithmeticTest, Arithmetics);

TYPED_TEST(ArithmeticTest, DividesAnythingByZeroToZero) {
  EXPECT_EQ(TypeParam::ToDouble(TypeParam::Ratio(5, 0)), 0.0);
  EXPECT_EQ(TypeParam::ToDouble(TypeParam::Cosine(0, 0, 9)), 0.0);
}

TYPED_TEST(ArithmeticTest, GivesCosineOneForEqualVectors) {
  for (std::uint64_t squared :
       {std::uint64_t{1}, std::uint64_t{1} << 22, std::uint64_t{1} << 60}) {
    EXPECT_NEAR(
        TypeParam::ToDouble(TypeParam::Cosine(squared, squared, squared)), 1.0,
        1e-4);
  }
}

TYPED_TEST(ArithmeticTest, CutsACosineOfImpossibleLengthsToOne) {
  EXPECT_EQ(
      TypeParam::ToDouble(TypeParam::Cosine(std::uint64_t{1} << 50, 1, 1)),
      1.0);
}

TYPED_TEST(ArithmeticTest, KeepsRatiosOfLargeOperands) {
  const std::uint64_t large = std::uint64_t{1} << 61;
  EXPECT_NEAR(TypeParam::ToDouble(TypeParam::Ratio(large / 3, large)), 1.0 / 3,
              1e-4);
}

TEST(FixedArithmetic, AgreesWithFloatWithinItsResolution) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t a = random() % 1'000'000 + 1;
    const std::uint64_t b = random() % 1'000'000 + 1'000;
    EXPECT_NEAR(FixedArithmetic::ToDouble(FixedArithmetic::Ratio(a, b)),
                FloatArithmetic::Ratio(a, b), 1.0 / 65536);
    EXPECT_NEAR(FixedArithmetic::ToDouble(FixedArithmetic::LnRatio(a, b)),
                FloatArithmetic::LnRatio(a, b), 1.1 / 65536);
  }
}

}  // namespace
}  // namespace answerbox::engine
