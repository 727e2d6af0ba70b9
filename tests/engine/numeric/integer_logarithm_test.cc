#include "engine/numeric/integer_logarithm.h"

#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace answerbox::engine
