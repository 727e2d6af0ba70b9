// The meter with the Raspberry Pi 5's firmware: errors of the device, and
// well-formed readings that can't be true.
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "platform/power/candidates.h"
#include "platform/power/energy_meter.h"
#include "tests/platform/power/canned_firmware.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

class FirmwareMeterTest : public testing::Test {
 protected:
  FirmwareMeterTest() {
    machine_.Set("dev/vcio_gencmd", "");
    firmware_.answer = tests::kPmicAnswer;
    auto found = FindPmic(machine_.root(), firmware_.Call());
    const Correction correction = found.front().description().correction;
    meter_.emplace(std::move(found.front().source), correction);
  }

  MeterStep Sample() {
    now_ += std::chrono::milliseconds(100);
    return meter_->Sample(now_);
  }
  SensorState StateAfter(int error) {
    firmware_.error = error;
    EXPECT_FALSE(Sample().energy_uj);
    return meter_->health().state;
  }

  tests::FakeMachine machine_;
  tests::CannedFirmware firmware_;
  std::chrono::microseconds now_{0};
  std::optional<EnergyMeter> meter_;
};

TEST_F(FirmwareMeterTest, MetersWhatTheBoardDraws) {
  Sample();
  // (2.52 W x 1.1451 + 0.5879 W) for 0.1 s.
  EXPECT_EQ(Sample().energy_uj, 347'355);
}

TEST_F(FirmwareMeterTest, TellsADeviceThatIsGoneFromOneThatIsClosed) {
  for (const int error : {ENOENT, ENODEV, ENXIO}) {
    EXPECT_EQ(StateAfter(error), SensorState::kVanished) << error;
  }
  for (const int error : {EACCES, EPERM, EIO, ETIMEDOUT, EREMOTEIO}) {
    EXPECT_EQ(StateAfter(error), SensorState::kUnreadable) << error;
  }
  firmware_.error = 0;
  Sample();
  EXPECT_EQ(meter_->health().state, SensorState::kGood);
}

TEST_F(FirmwareMeterTest, APowerThatNoBoardDrawsIsImplausible) {
  Sample();
  firmware_.answer.clear();
  for (int rail = 0; rail < 12; ++rail) {
    firmware_.answer += "RAIL" + std::to_string(rail) + " 5.0V 2.0A\n";
  }
  EXPECT_FALSE(Sample().energy_uj);
  EXPECT_EQ(meter_->health().state, SensorState::kImplausible);
}

TEST_F(FirmwareMeterTest, ChangesOfAnyRailShowThatItIsAlive) {
  for (int i = 0; i < 150; ++i) {
    firmware_.answer = tests::kPmicAnswer;
    firmware_.answer.replace(firmware_.answer.find("1.20000000A"), 11,
                             i % 2 == 0 ? "1.20100000A" : "1.20000000A");
    Sample();
  }
  EXPECT_EQ(meter_->health().state, SensorState::kGood);
  for (int i = 0; i < 150; ++i) Sample();
  EXPECT_EQ(meter_->health().state, SensorState::kFrozen);
}

}  // namespace
}  // namespace answerbox::platform
