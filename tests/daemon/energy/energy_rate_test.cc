#include "daemon/energy/energy_rate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

#include "platform/power/power_source.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr IdlePower kRest{3'000'000, 10'000};

// A second of which the processors were busy for `busy`, and a question for
// 100 ms of that.
EnergyWindow BusySecond(std::int64_t energy_uj, milliseconds busy) {
  EnergyWindow window;
  window.end = seconds(1);
  window.energy_uj = energy_uj;
  window.uncertainty_uj = 40'000;
  window.machine_cpu_time = busy;
  window.uses.push_back({1, std::min(busy, milliseconds(100)), 0, true});
  return window;
}

class EnergyRateTest : public testing::Test {
 protected:
  EnergyRate After(EnergyWindow window,
                   const std::optional<IdlePower>& idle = kRest) {
    rates_.Observe(ledger_.Close(std::move(window), idle), idle);
    return rates_.rate();
  }

  EnergyLedger ledger_{platform::Coverage::kBoardInput};
  EnergyRateOfWindows rates_;
};

TEST_F(EnergyRateTest, IsUnknownBeforeAWindow) {
  EXPECT_FALSE(rates_.rate().is_known());
}

TEST_F(EnergyRateTest, IsTheEnergyAboveRestPerCpuSecond) {
  const EnergyRate rate = After(BusySecond(4'000'000, milliseconds(500)));
  ASSERT_TRUE(rate.is_known());
  EXPECT_FLOAT_EQ(rate.power_w, 2.0F);
  // 40 mJ of the sensor and 10 mJ of rest in half a CPU second.
  EXPECT_FLOAT_EQ(rate.uncertainty_w, 0.1F);
}

TEST_F(EnergyRateTest, CountsTheQuestionsWhereTicksKnowOfLess) {
  EnergyWindow window = BusySecond(3'200'000, milliseconds(100));
  window.machine_cpu_time = milliseconds(0);
  EXPECT_FLOAT_EQ(After(window).power_w, 2.0F);
}

TEST_F(EnergyRateTest, IsUnknownWithoutPowerAtRest) {
  EXPECT_FALSE(
      After(BusySecond(4'000'000, milliseconds(500)), std::nullopt).is_known());
}

TEST_F(EnergyRateTest, IsUnknownWithoutCpuTime) {
  EXPECT_FALSE(After(BusySecond(4'000'000, milliseconds(0))).is_known());
}

TEST_F(EnergyRateTest, StaysAsItWasAfterAGap) {
  After(BusySecond(4'000'000, milliseconds(500)));
  EnergyWindow gap = BusySecond(0, milliseconds(500));
  gap.energy_uj.reset();
  EXPECT_FLOAT_EQ(After(gap).power_w, 2.0F);
}

TEST_F(EnergyRateTest, FollowsTheLastWindowAndItsDistanceWidensTheInterval) {
  After(BusySecond(4'000'000, milliseconds(500)));
  const EnergyRate rate = After(BusySecond(4'500'000, milliseconds(500)));
  EXPECT_FLOAT_EQ(rate.power_w, 3.0F);
  EXPECT_FLOAT_EQ(rate.uncertainty_w, 1.1F);
}

TEST_F(EnergyRateTest, NarrowsAgainWhenWindowsAreAlike) {
  After(BusySecond(4'000'000, milliseconds(500)));
  After(BusySecond(4'500'000, milliseconds(500)));
  for (int i = 0; i < 200; ++i) After(BusySecond(4'500'000, milliseconds(500)));
  EXPECT_NEAR(rates_.rate().uncertainty_w, 0.1, 0.001);
}

TEST_F(EnergyRateTest, AQuietWindowDoesNotReplaceABusyOne) {
  After(BusySecond(4'000'000, milliseconds(500)));
  EXPECT_FLOAT_EQ(After(BusySecond(3'100'000, milliseconds(20))).power_w, 2.0F);
}

TEST_F(EnergyRateTest, AQuietWindowServesUntilOneIsBusy) {
  const EnergyRate quiet = After(BusySecond(3'010'000, milliseconds(10)));
  EXPECT_FLOAT_EQ(quiet.power_w, 1.0F);
  EXPECT_FLOAT_EQ(quiet.uncertainty_w, 5.0F);
  // The rate of rest is no neighbour of that of work.
  const EnergyRate busy = After(BusySecond(4'000'000, milliseconds(500)));
  EXPECT_FLOAT_EQ(busy.uncertainty_w, 0.1F);
}

}  // namespace
}  // namespace answerbox::daemon
