#include "daemon/energy/apportion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;

std::vector<std::int64_t> Parts(std::int64_t amount,
                                const std::vector<std::uint64_t>& weights) {
  std::vector<std::int64_t> parts(weights.size());
  Apportion(amount, weights, parts);
  return parts;
}

TEST(PortionTest, DividesTheLargestNumbersExactly) {
  // (2^43 - 1) (2^40 - 2) / (2^40 - 1), in unbounded integers.
  const Portion portion =
      PortionOf(kMaxApportioned, kMaxTotalWeight - 1, kMaxTotalWeight);
  EXPECT_EQ(portion.whole, kMaxApportioned - 9);
  EXPECT_EQ(portion.remainder, kMaxTotalWeight - 7);
  EXPECT_EQ(PortionOf(kMaxApportioned, kMaxTotalWeight, kMaxTotalWeight).whole,
            kMaxApportioned);
}

TEST(PortionTest, NoWeightIsNoPart) {
  EXPECT_EQ(PortionOf(1'000, 0, 7).whole, 0);
  EXPECT_EQ(PortionOf(0, 7, 7).whole, 0);
}

TEST(PortionTest, AgreesWithDivisionWhereThatCanBeDone) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t total = 1 + random() % (std::uint64_t{1} << 30);
    const std::uint64_t weight = random() % (total + 1);
    const std::uint64_t amount = random() % (std::uint64_t{1} << 33);
    const Portion portion =
        PortionOf(static_cast<std::int64_t>(amount), weight, total);
    ASSERT_EQ(static_cast<std::uint64_t>(portion.whole),
              amount * weight / total);
    ASSERT_EQ(portion.remainder, amount * weight % total);
  }
}

TEST(ApportionTest, RoundsUpTheLargestRemainders) {
  // 10 x 1.5/4, 10 x 1.5/4, 10 x 1/4 = 3.75, 3.75, 2.5.
  EXPECT_THAT(Parts(10, {3, 3, 2}), ElementsAre(4, 4, 2));
}

TEST(ApportionTest, OfEqualRemaindersTheEarlierIsRoundedUp) {
  EXPECT_THAT(Parts(2, {1, 1, 1}), ElementsAre(1, 1, 0));
}

TEST(ApportionTest, WhoHasNoWeightGetsNothing) {
  EXPECT_THAT(Parts(7, {0, 5, 0}), ElementsAre(0, 7, 0));
}

TEST(ApportionTest, NothingIsDividedIntoNothing) {
  EXPECT_THAT(Parts(0, {1, 2}), ElementsAre(0, 0));
}

TEST(ApportionTest, PartsAddUpToTheWholeAndAreOffByLessThanOne) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::uint64_t> weights(
        static_cast<std::size_t>(1 + random() % 20));
    for (std::uint64_t& weight : weights) {
      weight = random() % (std::uint64_t{1} << (random() % 35));
    }
    weights.front() += 1;
    const auto amount = static_cast<std::int64_t>(random() % kMaxApportioned);
    const auto parts = Parts(amount, weights);
    const std::uint64_t total =
        std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    ASSERT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}),
              amount);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::int64_t down = PortionOf(amount, weights[i], total).whole;
      ASSERT_TRUE(parts[i] == down || parts[i] == down + 1);
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
