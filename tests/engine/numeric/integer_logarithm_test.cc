#include "engine/numeric/integer_logarithm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

TEST(Log2Q24, IsExactForPowersOfTwo) {
  for (unsigned power = 0; power < 64; ++power) {
    EXPECT_EQ(Log2Q24(std::uint64_t{1} << power), power << 24);
  }
}

TEST(Log2Q24, StaysWithinItsStatedErrorOfTheRealLogarithm) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t x = (random() >> (random() % 64)) | 1;
    const double error =
        std::log2(static_cast<double>(x)) - Log2Q24(x) / 16777216.0;
    EXPECT_LT(error, 1.0 / (1 << 22)) << x;
    EXPECT_GT(error, -1e-9) << x;
  }
}

TEST(LnRatioQ16, IsWithinOneUnitForRandomRatios) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t a = (random() >> (random() % 64)) | 1;
    const std::uint64_t b = (random() >> (random() % 64)) | 1;
    const double exact =
        std::log(static_cast<double>(a)) - std::log(static_cast<double>(b));
    EXPECT_NEAR(LnRatioQ16(a, b) / 65536.0, exact, 1.1 / 65536)
        << a << "/" << b;
  }
}

TEST(LnRatioQ16, IsOddInItsRatioAndZeroForEqualArguments) {
  EXPECT_EQ(LnRatioQ16(7, 7), 0);
  EXPECT_EQ(LnRatioQ16(3, 1000), -LnRatioQ16(1000, 3));
  EXPECT_EQ(LnRatioQ16(kMax, 1), 2907270);  // 44.3614...
}

TEST(IntegerSquareRoot, IsTheFloorAroundEverySquare) {
  for (std::uint64_t root : {std::uint64_t{1}, std::uint64_t{2},
                             std::uint64_t{3}, std::uint64_t{65535},
                             std::uint64_t{65536}, std::uint64_t{4294967295}}) {
    EXPECT_EQ(IntegerSquareRoot(root * root), root);
    EXPECT_EQ(IntegerSquareRoot(root * root - 1), root - 1);
    EXPECT_EQ(IntegerSquareRoot(root * root + root), root);
  }
  EXPECT_EQ(IntegerSquareRoot(0), 0u);
  EXPECT_EQ(IntegerSquareRoot(kMax), 4294967295u);
}

TEST(PaperIdfQ11, IsOneWhenEveryChunkHoldsTheTerm) {
  EXPECT_EQ(PaperIdfQ11(1, 1), 1 << 11);
  EXPECT_EQ(PaperIdfQ11(5000, 5000), 1 << 11);
}

TEST(PaperIdfQ11, FollowsItsEquationAndFitsAtTheExtremes) {
  EXPECT_NEAR(PaperIdfQ11(646, 12) / 2048.0, std::log(647.0 / 13.0) + 1, 5e-4);
  EXPECT_NEAR(PaperIdfQ11(4294967295u, 0) / 2048.0, std::log(4294967296.0) + 1,
              5e-4);
}

// exp(-12.2) is less than 2^-17: from here on the result is 0.
constexpr std::int32_t kAllZeroBelow = -50'000;

TEST(ExpQ16, IsExactAtZero) { EXPECT_EQ(ExpQ16(0), 65536); }

TEST(ExpQ16, IsAsNearAsItsHeaderSays) {
  for (std::int32_t x = kAllZeroBelow; x <= 0; ++x) {
    const double exact = std::exp(x / 4096.0);
    ASSERT_LE(std::abs(ExpQ16(x) / 65536.0 - exact), 1.0 / 2048) << x;
  }
}

TEST(ExpQ16, NeverFallsAsItsArgumentRises) {
  std::int32_t last = ExpQ16(kAllZeroBelow);
  for (std::int32_t x = kAllZeroBelow + 1; x <= 0; ++x) {
    const std::int32_t next = ExpQ16(x);
    ASSERT_GE(next, last) << x;
    last = next;
  }
}

TEST(ExpQ16, IsZeroForAllThatIsLess) {
  for (std::int64_t x = kAllZeroBelow; x > INT32_MIN; x = x * 3 / 2) {
    EXPECT_EQ(ExpQ16(static_cast<std::int32_t>(x)), 0) << x;
  }
  EXPECT_EQ(ExpQ16(INT32_MIN), 0);
}

}  // namespace

}  // namespace answerbox::engine
