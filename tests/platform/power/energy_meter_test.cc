#include "platform/power/energy_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

constexpr const char* kPower = "sys/class/hwmon/hwmon2/power1_input";

// An INA226 whose readings and time the test sets.
class EnergyMeterTest : public testing::Test {
 protected:
  EnergyMeterTest() {
    AddChip("hwmon2");
    Correct({});
  }

  void AddChip(const std::string& hwmon) {
    machine_.AddHwmon(hwmon, "ina226", "1-0040");
    machine_.Set("sys/class/hwmon/" + hwmon + "/power1_input", "2000000");
  }
  // A new meter with that correction.
  void Correct(Correction correction) {
    auto found = FindIna2xx(machine_.root(), std::nullopt);
    meter_.emplace(std::move(found.front().source), std::move(correction));
  }
  // After `pause` the chip shows `power_uw`.
  MeterStep Sample(microseconds pause, std::string_view power_uw) {
    machine_.Set(kPower, power_uw);
    return SampleAsItIs(pause);
  }
  MeterStep SampleAsItIs(microseconds pause) {
    now_ += pause;
    return meter_->Sample(now_);
  }
  [[nodiscard]] SensorState State() const { return meter_->health().state; }

  tests::FakeMachine machine_;
  microseconds now_{1'000'000};
  std::optional<EnergyMeter> meter_;
};

TEST_F(EnergyMeterTest, TheFirstStepIsEmptyAndWithoutEnergy) {
  EXPECT_EQ(State(), SensorState::kWaiting);
  const MeterStep step = Sample(seconds(0), "2000000");
  EXPECT_EQ(step.duration(), microseconds(0));
  EXPECT_FALSE(step.energy_uj);
  EXPECT_EQ(State(), SensorState::kGood);
}

TEST_F(EnergyMeterTest, TakesTheMeanOfBothEnds) {
  Sample(seconds(0), "2000000");
  EXPECT_EQ(Sample(seconds(1), "4000000").energy_uj, 3'000'000);
  EXPECT_EQ(Sample(milliseconds(500), "4000000").energy_uj, 2'000'000);
}

TEST_F(EnergyMeterTest, StepsFollowEachOtherWithoutHole) {
  const MeterStep first = Sample(seconds(0), "2000000");
  const MeterStep second = Sample(milliseconds(35), "garbage");
  const MeterStep third = Sample(milliseconds(70), "2000000");
  EXPECT_EQ(second.begin, first.end);
  EXPECT_EQ(third.begin, second.end);
  EXPECT_EQ(third.duration(), milliseconds(70));
}

TEST_F(EnergyMeterTest, ShortStepsAddUpWithoutRoundingLoss) {
  Sample(seconds(0), "1000001");
  std::int64_t sum_uj = 0;
  for (int i = 0; i < 1000; ++i) {
    sum_uj +=
        *Sample(microseconds(1), i % 2 == 0 ? "1000002" : "1000001").energy_uj;
  }
  EXPECT_EQ(sum_uj, 1'000);  // 1.0000015 W for 1 ms.
}

TEST_F(EnergyMeterTest, AppliesTheCorrection) {
  Correct({1'145'100, 587'900, "fit"});
  Sample(seconds(0), "4000000");
  EXPECT_EQ(Sample(seconds(1), "4000000").energy_uj, 5'168'300);
}

TEST_F(EnergyMeterTest, AVanishedSensorLeavesAGapAndResumes) {
  Sample(seconds(0), "2000000");
  machine_.Remove("sys/class/hwmon/hwmon2");
  EXPECT_FALSE(SampleAsItIs(seconds(1)).energy_uj);
  EXPECT_EQ(State(), SensorState::kVanished);
  EXPECT_EQ(meter_->health().since, seconds(2));
  AddChip("hwmon7");
  EXPECT_FALSE(SampleAsItIs(seconds(1)).energy_uj) << "what was in between?";
  EXPECT_EQ(State(), SensorState::kGood);
  EXPECT_EQ(SampleAsItIs(seconds(1)).energy_uj, 2'000'000);
}

TEST_F(EnergyMeterTest, GarbageIsReportedAndNeverAveragedIn) {
  for (const char* garbage : {"", "-2000000", "2 W", "500000001", "nan"}) {
    Sample(milliseconds(35), "2000000");
    EXPECT_FALSE(Sample(seconds(1), garbage).energy_uj) << garbage;
    EXPECT_EQ(State(), SensorState::kMalformed) << garbage;
    EXPECT_THAT(meter_->health().problem, HasSubstr("power1_input"));
    EXPECT_FALSE(Sample(seconds(1), "2000000").energy_uj) << garbage;
    EXPECT_EQ(Sample(seconds(1), "2000000").energy_uj, 2'000'000) << garbage;
  }
}

TEST_F(EnergyMeterTest, AFileThatCannotBeReadIsReported) {
  machine_.Remove(kPower);
  machine_.Set(std::string(kPower) + "/folder", "");
  SampleAsItIs(seconds(1));
  EXPECT_EQ(State(), SensorState::kUnreadable);
}

TEST_F(EnergyMeterTest, ARunningBoardDoesNotDrawNothing) {
  Sample(seconds(0), "2000000");
  EXPECT_FALSE(Sample(seconds(1), "0").energy_uj);
  EXPECT_EQ(State(), SensorState::kImplausible);
}

TEST_F(EnergyMeterTest, ACorrectionThatMakesPowerNegativeIsReported) {
  Correct({Correction::kOne, -3'000'000, "too much"});
  Sample(seconds(0), "2000000");
  EXPECT_EQ(State(), SensorState::kImplausible);
  EXPECT_THAT(meter_->health().problem, HasSubstr("-1000000 uW"));
}

TEST_F(EnergyMeterTest, APowerNotLookedAtForTooLongIsUnknown) {
  Sample(seconds(0), "2000000");
  EXPECT_TRUE(Sample(EnergyMeter::kMaxPowerGap, "2000001").energy_uj);
  EXPECT_FALSE(
      Sample(EnergyMeter::kMaxPowerGap + microseconds(1), "2000000").energy_uj);
  EXPECT_EQ(State(), SensorState::kGood);
}

TEST_F(EnergyMeterTest, AFrozenSensorIsLeftUntilItMoves) {
  Sample(seconds(0), "2000000");
  for (int i = 0; i < 59; ++i) {
    EXPECT_TRUE(SampleAsItIs(seconds(1)).energy_uj) << i;
  }
  EXPECT_FALSE(SampleAsItIs(seconds(1)).energy_uj);
  EXPECT_EQ(State(), SensorState::kFrozen);
  EXPECT_EQ(meter_->health().since, seconds(1)) << "when it last moved";
  EXPECT_THAT(meter_->health().problem, HasSubstr("60 s"));
  EXPECT_FALSE(Sample(seconds(1), "2006250").energy_uj);
  EXPECT_EQ(State(), SensorState::kGood);
  EXPECT_TRUE(SampleAsItIs(seconds(1)).energy_uj);
}

TEST_F(EnergyMeterTest, AFewEqualReadingsFarApartAreNotFrozen) {
  Sample(seconds(0), "2000000");
  for (int i = 0; i < EnergyMeter::kMinFrozenReadings - 2; ++i) {
    SampleAsItIs(seconds(60));
    EXPECT_EQ(State(), SensorState::kGood);
  }
  SampleAsItIs(seconds(60));
  EXPECT_EQ(State(), SensorState::kFrozen);
}

TEST_F(EnergyMeterTest, ARandomTraceAddsUpToItsTrapezoids) {
  std::mt19937_64 random(7);
  std::uint64_t before = 2'000'000;
  Sample(seconds(0), std::to_string(before));
  std::uint64_t half_picojoules = 0;
  std::int64_t sum_uj = 0;
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t power = 1'000'000 + random() % 5'000'000;
    const std::uint64_t pause = 1 + random() % 69'000;
    half_picojoules += (before + power) * pause;
    before = power;
    sum_uj += *Sample(microseconds(pause), std::to_string(power)).energy_uj;
  }
  EXPECT_EQ(static_cast<std::uint64_t>(sum_uj), half_picojoules / 2'000'000);
}

}  // namespace
}  // namespace answerbox::platform
