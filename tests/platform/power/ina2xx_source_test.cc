#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using testing::HasSubstr;

class Ina2xxTest : public testing::Test {
 protected:
  Ina2xxTest() {
    machine_.AddHwmon("hwmon0", "cpu_thermal", "thermal_zone0");
    AddChip("hwmon2", "ina226", "1-0040");
  }

  void AddChip(const std::string& hwmon, std::string_view chip,
               const std::string& address) {
    machine_.AddHwmon(hwmon, chip, address);
    const std::string folder = "sys/class/hwmon/" + hwmon + "/";
    machine_.Set(folder + "power1_input", "2500000");
    machine_.Set(folder + "shunt_resistor", "10000");
    machine_.Set(folder + "update_interval", "35");
  }
  [[nodiscard]] std::vector<Candidate> Find(StatedShunt shunt = {}) const {
    return FindIna2xx(machine_.root(), shunt);
  }
  [[nodiscard]] Candidate FindOne(StatedShunt shunt = {}) const {
    std::vector<Candidate> found = Find(shunt);
    EXPECT_EQ(found.size(), 1U);
    return std::move(found.front());
  }

  tests::FakeMachine machine_;
};

std::uint64_t ValueOf(const Result<Reading>& reading) {
  return reading ? reading->values[0] : 0;
}

TEST_F(Ina2xxTest, IsFoundByTheNameOfItsChipAmongOtherDevices) {
  const Candidate found = FindOne();
  EXPECT_EQ(found.description().name, "ina226@1-0040");
  EXPECT_EQ(found.description().coverage, Coverage::kBoardInput);
  EXPECT_EQ(found.description().update_interval, std::chrono::milliseconds(35));
  EXPECT_TRUE(found.offers_itself);
}

TEST_F(Ina2xxTest, ReadsMicrowatts) {
  const Candidate found = FindOne();
  const auto reading = found.source->Read();
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->count, 1U);
  EXPECT_EQ(ValueOf(reading), 2'500'000U);
}

TEST_F(Ina2xxTest, EveryChipOfTheFamilyIsKnown) {
  for (const char* chip :
       {"ina219", "ina220", "ina226", "ina230", "ina231", "ina260"}) {
    machine_.Set("sys/class/hwmon/hwmon2/name", chip);
    EXPECT_EQ(FindOne().description().name, std::string(chip) + "@1-0040");
  }
}

TEST_F(Ina2xxTest, StepsFollowFromChipAndShunt) {
  EXPECT_EQ(FindOne().description().resolution, 6'250U);
  machine_.Set("sys/class/hwmon/hwmon2/name", "ina219");
  EXPECT_EQ(FindOne().description().resolution, 20'000U);
  machine_.Set("sys/class/hwmon/hwmon2/name", "ina260");
  EXPECT_EQ(FindOne().description().resolution, 10'000U);
}

TEST_F(Ina2xxTest, FollowsTheChipToAnotherNumber) {
  const Candidate found = FindOne();
  machine_.MoveHwmon("hwmon2", "hwmon5");
  machine_.Set("sys/class/hwmon/hwmon5/power1_input", "3000000");
  EXPECT_EQ(ValueOf(found.source->Read()), 3'000'000U);
}

TEST_F(Ina2xxTest, IsNotMisledByAnotherChipUnderItsOldNumber) {
  const Candidate found = FindOne();
  machine_.MoveHwmon("hwmon2", "hwmon5");
  machine_.AddHwmon("hwmon2", "ina219", "1-0041");
  EXPECT_EQ(ValueOf(found.source->Read()), 2'500'000U);
}

TEST_F(Ina2xxTest, ReportsAChipThatIsGoneAndReadsItWhenItIsBack) {
  const Candidate found = FindOne();
  machine_.Remove("sys/class/hwmon/hwmon2");
  EXPECT_FALSE(found.source->Read());
  AddChip("hwmon3", "ina226", "1-0040");
  EXPECT_TRUE(found.source->Read());
}

TEST_F(Ina2xxTest, RefusesPowerThatNoBreakoutTakes) {
  const Candidate found = FindOne();
  for (const char* garbage : {"500000001", "-2500000", "nan", ""}) {
    machine_.Set("sys/class/hwmon/hwmon2/power1_input", garbage);
    const auto reading = found.source->Read();
    ASSERT_FALSE(reading) << garbage;
    EXPECT_TRUE(IsMalformed(reading.error())) << garbage;
  }
}

TEST_F(Ina2xxTest, AsksForTheShuntWhenItIsNotStated) {
  const Candidate found = FindOne();
  EXPECT_TRUE(found.description().correction.ChangesNothing());
  EXPECT_THAT(found.warnings.back(),
              HasSubstr("reckons with a shunt of 10 milliohm"));
}

TEST_F(Ina2xxTest, CorrectsForAShuntOtherThanTheDrivers) {
  const Candidate found = FindOne(100'000);
  EXPECT_EQ(found.description().correction.PowerOf(2'500'000), 250'000);
  EXPECT_THAT(found.warnings.back(), HasSubstr("0.1 ohm is stated"));
}

TEST_F(Ina2xxTest, ARightShuntNeedsNoWarning) {
  // The driver rounds to its calibration register.
  machine_.Set("sys/class/hwmon/hwmon2/shunt_resistor", "100392");
  const Candidate found = FindOne(100'000);
  EXPECT_TRUE(found.description().correction.ChangesNothing());
  EXPECT_EQ(found.warnings.size(), 1U);
}

TEST_F(Ina2xxTest, AnIna260HasItsShuntInside) {
  machine_.Set("sys/class/hwmon/hwmon2/name", "ina260");
  const Candidate found = FindOne(100'000);
  EXPECT_TRUE(found.description().correction.ChangesNothing());
  EXPECT_EQ(found.warnings.size(), 1U);
}

TEST_F(Ina2xxTest, AmongSeveralNoneOffersItself) {
  AddChip("hwmon3", "ina219", "1-0041");
  const std::vector<Candidate> found = Find();
  ASSERT_EQ(found.size(), 2U);
  for (const Candidate& candidate : found) {
    EXPECT_FALSE(candidate.offers_itself);
    EXPECT_THAT(candidate.reservation, HasSubstr("name the one"));
  }
}

TEST_F(Ina2xxTest, WithoutItsIntervalTheSlowestConversionIsTaken) {
  machine_.Remove("sys/class/hwmon/hwmon2/update_interval");
  EXPECT_EQ(FindOne().description().update_interval,
            std::chrono::milliseconds(69));
}

TEST_F(Ina2xxTest, WithoutItsPowerItIsFoundButCannotBeRead) {
  machine_.Remove("sys/class/hwmon/hwmon2/power1_input");
  EXPECT_FALSE(FindOne().source->Read());
}

TEST_F(Ina2xxTest, WithoutItsShuntAStatedOneCannotBeChecked) {
  machine_.Remove("sys/class/hwmon/hwmon2/shunt_resistor");
  const Candidate found = FindOne(100'000);
  EXPECT_TRUE(found.description().correction.ChangesNothing());
  EXPECT_THAT(found.warnings.back(), HasSubstr("can't be checked"));
}

TEST_F(Ina2xxTest, WithoutItsNameItIsNotFound) {
  machine_.Remove("sys/class/hwmon/hwmon2/name");
  EXPECT_TRUE(Find().empty());
}

TEST_F(Ina2xxTest, WithoutItsBusItIsKnownByItsNumber) {
  machine_.Remove("sys/class/hwmon/hwmon2/device");
  EXPECT_EQ(FindOne().description().name, "ina226@hwmon2");
}

TEST(Ina2xxWithoutHwmonTest, NothingIsFound) {
  const tests::FakeMachine machine;
  EXPECT_TRUE(FindIna2xx(machine.root(), std::nullopt).empty());
}

}  // namespace
}  // namespace answerbox::platform
