#include "engine/numeric/integer_exponential.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace answerbox::engine {
namespace {

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
