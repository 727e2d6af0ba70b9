#include "engine/numeric/bit_count.h"

#include <gtest/gtest.h>

#include <random>

namespace answerbox::engine {
namespace {

TEST(CountBits, CountsAsTheStandardLibraryDoes) {
  std::mt19937_64 random(3);
  for (int bits = 0; bits <= 64; ++bits) {
    const std::uint64_t all =
        bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    EXPECT_EQ(CountBits(all), bits);
    const std::uint64_t some = random() & all;
    EXPECT_EQ(CountBits(some), std::popcount(some));
  }
}

}  // namespace
}  // namespace answerbox::engine
