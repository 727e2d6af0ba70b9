// The meter with counters: differences, wrap-around, and counters that go back.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "platform/power/candidates.h"
#include "platform/power/energy_meter.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint64_t kRange = 262'143'328'850;

// One or two processor packages with counters that the test sets.
class CounterMeterTest : public testing::Test {
 protected:
  CounterMeterTest() { AddPackage("0"); }

  void AddPackage(const std::string& number) {
    const std::string folder = "sys/class/powercap/intel-rapl:" + number + "/";
    machine_.Set(folder + "name", "package-" + number);
    machine_.Set(folder + "max_energy_range_uj", std::to_string(kRange));
    SetCounter(number, 0);
  }
  void SetCounter(const std::string& number, std::uint64_t energy_uj) {
    machine_.Set("sys/class/powercap/intel-rapl:" + number + "/energy_uj",
                 std::to_string(energy_uj));
  }
  MeterStep Sample(microseconds pause) {
    if (!meter_) {
      auto found = FindPowercap(machine_.root());
      meter_.emplace(std::move(found.front().source), correction_);
    }
    now_ += pause;
    return meter_->Sample(now_);
  }
  MeterStep Sample(microseconds pause, std::uint64_t energy_uj) {
    SetCounter("0", energy_uj);
    return Sample(pause);
  }
  [[nodiscard]] SensorState State() const { return meter_->health().state; }

  tests::FakeMachine machine_;
  Correction correction_;
  microseconds now_{0};
  std::optional<EnergyMeter> meter_;
};

TEST_F(CounterMeterTest, TakesTheDifference) {
  Sample(seconds(0), 1'000'000);
  EXPECT_EQ(Sample(seconds(1), 16'000'000).energy_uj, 15'000'000);
}

TEST_F(CounterMeterTest, NoProgressIsNoEnergy) {
  Sample(seconds(0), 1'000'000);
  EXPECT_EQ(Sample(milliseconds(1), 1'000'000).energy_uj, 0);
}

TEST_F(CounterMeterTest, AddsTheRangeWhenItWraps) {
  Sample(seconds(0), kRange - 4'000'000);
  EXPECT_EQ(Sample(seconds(1), 11'000'000).energy_uj, 15'000'000);
  EXPECT_EQ(State(), SensorState::kGood);
}

TEST_F(CounterMeterTest, EachPackageWrapsOnItsOwn) {
  AddPackage("1");
  SetCounter("1", kRange - 1'000'000);
  Sample(seconds(0), 5'000'000);
  SetCounter("1", 2'000'000);
  EXPECT_EQ(Sample(seconds(1), 6'000'000).energy_uj, 4'000'000);
}

TEST_F(CounterMeterTest, ACounterThatWentBackIsReportedAndResumes) {
  Sample(seconds(0), 100'000'000'000);
  EXPECT_FALSE(Sample(seconds(1), 1'000'000).energy_uj);
  EXPECT_EQ(State(), SensorState::kBackwards);
  EXPECT_EQ(Sample(seconds(1), 6'000'000).energy_uj, 5'000'000);
  EXPECT_EQ(State(), SensorState::kGood);
}

TEST_F(CounterMeterTest, WithoutARangeItNeverWraps) {
  machine_.Remove("sys/class/powercap/intel-rapl:0/max_energy_range_uj");
  Sample(seconds(0), kRange - 1);
  EXPECT_FALSE(Sample(seconds(1), 10).energy_uj);
  EXPECT_EQ(State(), SensorState::kBackwards);
}

TEST_F(CounterMeterTest, ALeapThatNoPackageMakesIsReported) {
  Sample(seconds(0), 0);
  EXPECT_TRUE(Sample(seconds(1), 1'000'000'000).energy_uj);
  EXPECT_FALSE(Sample(seconds(1), 2'000'001'000).energy_uj);
  EXPECT_EQ(State(), SensorState::kImplausible);
}

TEST_F(CounterMeterTest, ACounterThatCouldHaveComeFullCircleIsUnknown) {
  Sample(seconds(0), 0);
  EXPECT_TRUE(Sample(seconds(262), 1'000'000'000).energy_uj);
  EXPECT_FALSE(Sample(seconds(263), 2'000'000'000).energy_uj);
}

TEST_F(CounterMeterTest, AVanishedCounterLeavesAGapAndResumes) {
  Sample(seconds(0), 1'000'000);
  machine_.Remove("sys/class/powercap/intel-rapl:0/energy_uj");
  EXPECT_FALSE(Sample(seconds(1)).energy_uj);
  EXPECT_EQ(State(), SensorState::kVanished);
  EXPECT_FALSE(Sample(seconds(1), 3'000'000).energy_uj);
  EXPECT_EQ(Sample(seconds(1), 4'000'000).energy_uj, 1'000'000);
}

TEST_F(CounterMeterTest, AFrozenCounterIsLeftUntilItMoves) {
  Sample(seconds(0), 1'000'000);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(Sample(seconds(1)).energy_uj, 0);
  EXPECT_FALSE(Sample(seconds(1)).energy_uj);
  EXPECT_EQ(State(), SensorState::kFrozen);
  EXPECT_FALSE(Sample(seconds(1), 2'000'000).energy_uj);
  EXPECT_EQ(Sample(seconds(1), 3'000'000).energy_uj, 1'000'000);
}

TEST_F(CounterMeterTest, TheOffsetCountsForTheTimeThatPassed) {
  correction_ = {2 * Correction::kOne, 4'403'000, "base load"};
  Sample(seconds(0), 0);
  EXPECT_EQ(Sample(milliseconds(500), 1'000'000).energy_uj, 4'201'500);
}

TEST_F(CounterMeterTest, OffsetsOfShortStepsAddUpWithoutRoundingLoss) {
  correction_ = {Correction::kOne, 333'333, "base load"};
  Sample(seconds(0), 0);
  std::int64_t sum_uj = 0;
  for (int i = 0; i < 3'000; ++i) sum_uj += *Sample(microseconds(1)).energy_uj;
  EXPECT_EQ(sum_uj, 999);
}

TEST_F(CounterMeterTest, ANegativeOffsetThatTakesMoreThanThereIsIsReported) {
  correction_ = {Correction::kOne, -2'000'000, "too much"};
  Sample(seconds(0), 0);
  EXPECT_EQ(Sample(seconds(1), 5'000'000).energy_uj, 3'000'000);
  EXPECT_FALSE(Sample(seconds(1), 6'000'000).energy_uj);
  EXPECT_EQ(State(), SensorState::kImplausible);
}

}  // namespace
}  // namespace answerbox::platform
