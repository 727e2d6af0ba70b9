#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/canned_firmware.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

class PmicSourceTest : public testing::Test {
 protected:
  PmicSourceTest() {
    machine_.Set("dev/vcio_gencmd", "");
    firmware_.answer = tests::kPmicAnswer;
  }

  [[nodiscard]] Candidate FindOne() {
    std::vector<Candidate> found = FindPmic(machine_.root(), firmware_.Call());
    EXPECT_EQ(found.size(), 1U);
    return std::move(found.front());
  }

  tests::FakeMachine machine_;
  tests::CannedFirmware firmware_;
};

TEST_F(PmicSourceTest, ReadsTheSumOfTheRails) {
  const auto reading = FindOne().source->Read();
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->values[0], tests::kPmicAnswerUw);
  EXPECT_EQ(firmware_.command, "pmic_read_adc");
}

TEST_F(PmicSourceTest, StatesTheCorrectionToTheWall) {
  const Candidate found = FindOne();
  EXPECT_EQ(found.description().correction.PowerOf(4'000'000), 5'168'300);
  EXPECT_THAT(found.description().correction.reason,
              testing::HasSubstr("published fit"));
}

TEST_F(PmicSourceTest, ReadsTheFormWithOneLineForEachRail) {
  firmware_.answer.clear();
  for (int rail = 0; rail < 12; ++rail) {
    firmware_.answer += "RAIL_" + std::to_string(rail) + "  1.0000V  0.2500A\n";
  }
  const auto reading = FindOne().source->Read();
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->values[0], 3'000'000U);
}

TEST_F(PmicSourceTest, AnotherNumberOfRailsIsNotWhatTheFitWasMadeWith) {
  for (const char* answer : {"", "VDD_CORE 1.0V 1.0A"}) {
    firmware_.answer = answer;
    const auto reading = FindOne().source->Read();
    ASSERT_FALSE(reading);
    EXPECT_TRUE(IsMalformed(reading.error()));
  }
  firmware_.answer = tests::kPmicAnswer + "\nNEW 1.0V 1.0A";
  EXPECT_FALSE(FindOne().source->Read());
}

TEST_F(PmicSourceTest, OnAnOlderBoardItIsFoundButCannotBeRead) {
  firmware_.answer = "error=1 error_msg=\"Command not registered\"";
  EXPECT_FALSE(FindOne().source->Read());
}

TEST_F(PmicSourceTest, PassesOnThatTheDeviceIsClosedToUs) {
  firmware_.error = EACCES;
  const auto reading = FindOne().source->Read();
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code.value(), EACCES);
}

TEST_F(PmicSourceTest, WithoutAMailboxNothingIsFound) {
  machine_.Remove("dev");
  EXPECT_TRUE(FindPmic(machine_.root(), firmware_.Call()).empty());
}

TEST_F(PmicSourceTest, ARaspberryPi5WhoseMailboxIsHiddenIsToldHowToShowIt) {
  machine_.Remove("dev");
  machine_.Set("sys/firmware/devicetree/base/model", "Raspberry Pi 5 Model B");
  const Candidate found = FindOne();
  const auto reading = found.source->Read();
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code.value(), ENOENT);
  EXPECT_THAT(found.warnings.back(), testing::HasSubstr("BindPaths="));
}

}  // namespace
}  // namespace answerbox::platform
