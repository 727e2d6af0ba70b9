#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A Jetson Orin: the board's input, two supply lines, and the sum of shunt
// voltages, which is no power.
class Ina3221Test : public testing::Test {
 protected:
  Ina3221Test() {
    machine_.AddHwmon("hwmon1", "ina3221", "1-0040");
    SetChannel("1", "VDD_IN", "5112", "1064");
    SetChannel("2", "VDD_CPU_GPU_CV", "5104", "152");
    SetChannel("3", "VDD_SOC", "5104", "240");
    Set("in7_label", "sum of shunt voltages");
    Set("in7_input", "99999999");
    Set("update_interval", "7");
  }

  void Set(const std::string& attribute, std::string_view value) {
    machine_.Set("sys/class/hwmon/hwmon1/" + attribute, value);
  }
  void SetChannel(const std::string& number, std::string_view label,
                  std::string_view millivolts, std::string_view milliamperes) {
    Set("in" + number + "_label", label);
    Set("in" + number + "_input", millivolts);
    Set("curr" + number + "_input", milliamperes);
    Set("shunt" + number + "_resistor", "5000");
  }
  [[nodiscard]] std::vector<Candidate> Find(StatedShunt shunt = {}) const {
    return FindIna3221(machine_.root(), shunt);
  }
  [[nodiscard]] Candidate FindInput(StatedShunt shunt = {}) const {
    return std::move(Find(shunt).front());
  }
  [[nodiscard]] std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const Candidate& found : Find()) {
      names.push_back(found.description().name);
    }
    return names;
  }

  tests::FakeMachine machine_;
};

TEST_F(Ina3221Test, EveryChannelThatIsALineIsACandidate) {
  EXPECT_THAT(Names(), ElementsAre("ina3221@1-0040/VDD_IN",
                                   "ina3221@1-0040/VDD_CPU_GPU_CV",
                                   "ina3221@1-0040/VDD_SOC"));
}

TEST_F(Ina3221Test, OnlyTheBoardsInputOffersItself) {
  const std::vector<Candidate> found = Find();
  EXPECT_TRUE(found[0].offers_itself);
  EXPECT_EQ(found[0].description().coverage, Coverage::kBoardInput);
  EXPECT_FALSE(found[1].offers_itself);
  EXPECT_EQ(found[1].description().coverage, Coverage::kRail);
}

TEST_F(Ina3221Test, MultipliesVoltageByCurrent) {
  const auto reading = FindInput().source->Read();
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->values[0], 5112U * 1064U);
}

TEST_F(Ina3221Test, PassesOverWhatIsNotConnected) {
  Set("in2_label", "NC");
  EXPECT_THAT(Names(),
              ElementsAre("ina3221@1-0040/VDD_IN", "ina3221@1-0040/VDD_SOC"));
}

TEST_F(Ina3221Test, ABreakoutWithoutLabelsIsKnownByItsChannels) {
  for (const char* label : {"in1_label", "in2_label", "in3_label"}) {
    machine_.Remove(std::string("sys/class/hwmon/hwmon1/") + label);
  }
  EXPECT_THAT(Names(), ElementsAre("ina3221@1-0040/1", "ina3221@1-0040/2",
                                   "ina3221@1-0040/3"));
  EXPECT_FALSE(FindInput().offers_itself);
}

TEST_F(Ina3221Test, ABoardThatLabelsItsInputIsTrustedWithItsShunt) {
  EXPECT_TRUE(FindInput().warnings.empty());
}

TEST_F(Ina3221Test, CorrectsForAShuntOtherThanTheDrivers) {
  const Candidate found = FindInput(10'000);
  EXPECT_EQ(found.description().correction.PowerOf(5'000'000), 2'500'000);
  EXPECT_THAT(found.warnings.front(), HasSubstr("10 milliohm is stated"));
}

TEST_F(Ina3221Test, FollowsTheChipToAnotherNumber) {
  const Candidate found = FindInput();
  machine_.MoveHwmon("hwmon1", "hwmon4");
  EXPECT_TRUE(found.source->Read());
}

TEST_F(Ina3221Test, RefusesGarbageInVoltageAndCurrent) {
  const Candidate found = FindInput();
  const std::vector<std::pair<std::string, std::string>> garbage = {
      {"in1_input", "26001"}, {"in1_input", "-1"},      {"in1_input", ""},
      {"curr1_input", "-3"},  {"curr1_input", "20001"}, {"curr1_input", "?"}};
  for (const auto& [attribute, value] : garbage) {
    SetChannel("1", "VDD_IN", "5112", "1064");
    Set(attribute, value);
    const auto reading = found.source->Read();
    ASSERT_FALSE(reading) << attribute << " " << value;
    EXPECT_TRUE(IsMalformed(reading.error())) << attribute << " " << value;
  }
}

TEST_F(Ina3221Test, WithoutAFileItNeedsItCannotBeRead) {
  for (const char* needed : {"in1_input", "curr1_input"}) {
    SetChannel("1", "VDD_IN", "5112", "1064");
    machine_.Remove(std::string("sys/class/hwmon/hwmon1/") + needed);
    EXPECT_FALSE(FindInput().source->Read()) << needed;
  }
}

TEST_F(Ina3221Test, WithoutAFileItCanSpareItIsReadAllTheSame) {
  for (const char* spare : {"update_interval", "shunt1_resistor", "in7_label",
                            "in7_input", "device"}) {
    machine_.Remove(std::string("sys/class/hwmon/hwmon1/") + spare);
    EXPECT_TRUE(FindInput().source->Read()) << spare;
  }
}

}  // namespace
}  // namespace answerbox::platform
