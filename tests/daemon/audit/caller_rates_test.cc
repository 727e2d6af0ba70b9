#include "daemon/audit/caller_rates.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon {
namespace {

using Time = CallerRates::Clock::time_point;
using std::chrono::seconds;

constexpr Time kNow{seconds(1'000'000)};

TEST(CallerRatesTest, WhoMakesMoreThanABurstWaits) {
  CallerRates rates(1000);
  const std::size_t burst = 1000 * CallerRates::kBurst.count();
  rates.Note("greedy", burst, kNow);
  EXPECT_FALSE(rates.IsOver("greedy", kNow));
  rates.Note("greedy", 10'000, kNow);
  EXPECT_TRUE(rates.IsOver("greedy", kNow));
  EXPECT_FALSE(rates.IsOver("polite", kNow));
  EXPECT_TRUE(rates.IsOver("greedy", kNow + seconds(9)));
  EXPECT_FALSE(rates.IsOver("greedy", kNow + seconds(10)));
}

TEST(CallerRatesTest, NoBurstIsPastItsBytes) {
  CallerRates rates(std::uint64_t{1} << 30);
  rates.Note("greedy", CallerRates::kMaxBurstBytes, kNow);
  EXPECT_FALSE(rates.IsOver("greedy", kNow));
  rates.Note("greedy", 1 << 20, kNow);
  EXPECT_TRUE(rates.IsOver("greedy", kNow));
}

TEST(CallerRatesTest, WhoMakesNoMoreThanTheRateNeverWaits) {
  CallerRates rates(1000);
  for (int second = 0; second < 10'000; ++second) {
    const Time now = kNow + seconds(second);
    rates.Note("steady", 1000, now);
    ASSERT_FALSE(rates.IsOver("steady", now));
  }
}

TEST(CallerRatesTest, WithoutARateNobodyWaits) {
  CallerRates rates(0);
  rates.Note("greedy", std::size_t{1} << 40, kNow);
  EXPECT_FALSE(rates.IsOver("greedy", kNow));
}

TEST(CallerRatesTest, ManyCallersDoNotMakeItForgetTheGreatest) {
  CallerRates rates(1000);
  rates.Note("greedy", std::size_t{1} << 30, kNow);
  for (int i = 0; i < 1000; ++i) rates.Note(std::to_string(i), 100, kNow);
  EXPECT_TRUE(rates.IsOver("greedy", kNow));
}

}  // namespace
}  // namespace answerbox::daemon
