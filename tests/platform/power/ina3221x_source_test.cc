#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

// A Jetson Nano with L4T 32.
class Ina3221xTest : public testing::Test {
 protected:
  Ina3221xTest() {
    machine_.Set(kDriver + "bind", "");
    for (int channel = 0; channel < 3; ++channel) {
      const std::string number = std::to_string(channel);
      machine_.Set(kFolder + "rail_name_" + number, kLabels[channel]);
      machine_.Set(kFolder + "in_power" + number + "_input",
                   std::to_string(2104 - 700 * channel));
    }
  }

  [[nodiscard]] std::vector<Candidate> Find() const {
    return FindIna3221x(machine_.root());
  }
  [[nodiscard]] Candidate FindInput() const {
    return std::move(Find().front());
  }

  const std::string kDriver = "sys/bus/i2c/drivers/ina3221x/";
  const std::string kFolder = kDriver + "6-0040/iio:device0/";
  const char* const kLabels[3] = {"POM_5V_IN", "POM_5V_GPU", "POM_5V_CPU"};
  tests::FakeMachine machine_;
};

TEST_F(Ina3221xTest, OffersTheBoardsInputAndListsItsParts) {
  const std::vector<Candidate> found = Find();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].description().name, "ina3221x@6-0040/POM_5V_IN");
  EXPECT_TRUE(found[0].offers_itself);
  EXPECT_FALSE(found[1].offers_itself);
  EXPECT_EQ(found[2].description().coverage, Coverage::kRail);
}

TEST_F(Ina3221xTest, ReadsMilliwatts) {
  const auto reading = FindInput().source->Read();
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->values[0], 2'104'000U);
}

TEST_F(Ina3221xTest, FollowsTheChipToAnotherNumber) {
  const Candidate found = FindInput();
  const auto driver = machine_.root() / kDriver;
  std::filesystem::rename(driver / "6-0040/iio:device0",
                          driver / "6-0040/iio:device1");
  EXPECT_TRUE(found.source->Read());
}

TEST_F(Ina3221xTest, PassesOverWhatIsNotConnected) {
  machine_.Set(kFolder + "rail_name_1", "NC");
  EXPECT_EQ(Find().size(), 2U);
}

TEST_F(Ina3221xTest, WithoutItsLabelNothingSaysThatItIsTheInput) {
  machine_.Remove(kFolder + "rail_name_0");
  EXPECT_EQ(FindInput().description().name, "ina3221x@6-0040/0");
  EXPECT_FALSE(FindInput().offers_itself);
}

TEST_F(Ina3221xTest, RefusesGarbage) {
  const Candidate found = FindInput();
  for (const char* garbage : {"", "-2104", "520001", "2104 mW"}) {
    machine_.Set(kFolder + "in_power0_input", garbage);
    const auto reading = found.source->Read();
    ASSERT_FALSE(reading) << garbage;
    EXPECT_TRUE(IsMalformed(reading.error())) << garbage;
  }
}

TEST_F(Ina3221xTest, ReportsADriverThatIsGone) {
  const Candidate found = FindInput();
  machine_.Remove(kDriver);
  EXPECT_FALSE(found.source->Read());
  EXPECT_TRUE(Find().empty());
}

}  // namespace
}  // namespace answerbox::platform
