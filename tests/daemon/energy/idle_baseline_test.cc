#include <gtest/gtest.h>

#include <chrono>

#include "daemon/energy/energy_rate.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

EnergyWindow QuietSecond(std::int64_t energy_uj) {
  EnergyWindow window;
  window.end = seconds(1);
  window.energy_uj = energy_uj;
  window.uncertainty_uj = 60'000;
  window.machine_cpu_time = milliseconds(20);
  return window;
}

TEST(IdleBaselineTest, IsUnknownUntilTheMachineWasQuiet) {
  IdleBaseline baseline;
  EXPECT_FALSE(baseline.power());
  baseline.Observe(QuietSecond(3'000'000));
  ASSERT_TRUE(baseline.power());
  EXPECT_EQ(baseline.power()->power_uw, 3'000'000);
  EXPECT_EQ(baseline.power()->uncertainty_uw, 60'000);
}

TEST(IdleBaselineTest, LearnsNothingFromABusyWindow) {
  IdleBaseline baseline;
  EnergyWindow busy = QuietSecond(5'000'000);
  busy.machine_cpu_time = milliseconds(21);
  baseline.Observe(busy);
  EXPECT_FALSE(baseline.power());
}

TEST(IdleBaselineTest, LearnsNothingFromQuestions) {
  IdleBaseline baseline;
  EnergyWindow asked = QuietSecond(5'000'000);
  asked.uses.push_back({1, milliseconds(1), 0, true});
  baseline.Observe(asked);
  EXPECT_FALSE(baseline.power());
}

TEST(IdleBaselineTest, LearnsNothingFromAGap) {
  IdleBaseline baseline;
  EnergyWindow gap = QuietSecond(0);
  gap.energy_uj.reset();
  baseline.Observe(gap);
  EXPECT_FALSE(baseline.power());
}

TEST(IdleBaselineTest, LearnsNothingFromAnInstant) {
  IdleBaseline baseline;
  EnergyWindow instant = QuietSecond(3'000'000);
  instant.end = instant.begin;
  instant.machine_cpu_time = milliseconds(0);
  baseline.Observe(instant);
  EXPECT_FALSE(baseline.power());
}

TEST(IdleBaselineTest, FollowsQuietWindowsAndTellsItsDrift) {
  IdleBaseline baseline(IdlePower{3'000'000, 10'000});
  EXPECT_EQ(baseline.drift_uw(), 0);
  baseline.Observe(QuietSecond(3'160'000));
  EXPECT_EQ(baseline.power()->power_uw, 3'010'000);
  EXPECT_EQ(baseline.drift_uw(), 10'000);
  for (int i = 0; i < 300; ++i) baseline.Observe(QuietSecond(3'160'000));
  EXPECT_EQ(baseline.power()->power_uw, 3'160'000);
  EXPECT_EQ(baseline.drift_uw(), 160'000);
  for (int i = 0; i < 300; ++i) baseline.Observe(QuietSecond(2'900'000));
  EXPECT_EQ(baseline.drift_uw(), -100'000);
}

TEST(IdleBaselineTest, ItsUncertaintyIsHowFarWindowsLie) {
  IdleBaseline baseline(IdlePower{3'000'000, 0});
  for (int i = 0; i < 400; ++i) {
    baseline.Observe(QuietSecond(i % 2 == 0 ? 3'100'000 : 2'900'000));
  }
  EXPECT_NEAR(static_cast<double>(baseline.power()->uncertainty_uw), 100'000,
              5'000);
}

}  // namespace
}  // namespace answerbox::daemon
