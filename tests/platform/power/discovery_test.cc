#include "platform/power/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "platform/power/device_call.h"
#include "platform/power/energy_meter.h"
#include "tests/platform/power/canned_firmware.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using testing::HasSubstr;

class DiscoveryTest : public testing::Test {
 protected:
  DiscoveryTest() {
    options_.root = machine_.root();
    options_.property_call = firmware_.Call();
    firmware_.answer = tests::kPmicAnswer;
  }

  void AddIna226(const std::string& hwmon = "hwmon2",
                 const std::string& address = "1-0040") {
    machine_.AddHwmon(hwmon, "ina226", address);
    machine_.Set("sys/class/hwmon/" + hwmon + "/power1_input", "2500000");
    machine_.Set("sys/class/hwmon/" + hwmon + "/shunt_resistor", "10000");
  }
  void AddJetson() {
    machine_.AddHwmon("hwmon4", "ina3221", "1-0041");
    machine_.Set("sys/class/hwmon/hwmon4/in1_label", "VDD_IN");
    machine_.Set("sys/class/hwmon/hwmon4/in1_input", "5000");
    machine_.Set("sys/class/hwmon/hwmon4/curr1_input", "900");
  }
  void AddPmic() { machine_.Set("dev/vcio_gencmd", ""); }
  void AddPackage() {
    machine_.Set("sys/class/powercap/intel-rapl:0/name", "package-0");
    machine_.Set("sys/class/powercap/intel-rapl:0/energy_uj", "1000");
  }
  void AddRaspberryPi5() {
    machine_.Set("sys/firmware/devicetree/base/model",
                 "Raspberry Pi 5 Model B");
    machine_.Set("proc/stat", "cpu  1 2 3 4 5 6 7 8");
  }

  [[nodiscard]] Discovery Discover() const { return DiscoverSensors(options_); }
  [[nodiscard]] std::string ChosenName() const {
    const Discovery found = Discover();
    return found.chosen ? found.chosen->description().name : "none";
  }
  // The reason why the sensor with that name was chosen or not.
  [[nodiscard]] std::string ReasonOf(std::string_view name) const {
    const Discovery found = Discover();
    const auto finding = std::find_if(
        found.findings.begin(), found.findings.end(),
        [name](const SensorFinding& f) { return f.description.name == name; });
    return finding == found.findings.end() ? "not listed" : finding->reason;
  }

  tests::FakeMachine machine_;
  tests::CannedFirmware firmware_;
  SensorOptions options_;
};

TEST_F(DiscoveryTest, PrefersWhatIsCertainAndCoversTheBoard) {
  AddRaspberryPi5();
  EXPECT_EQ(ChosenName(), "cpu-time/raspberry-pi-5");
  AddPackage();
  EXPECT_EQ(ChosenName(), "powercap");
  AddPmic();
  EXPECT_EQ(ChosenName(), "pmic");
  AddIna226();
  EXPECT_EQ(ChosenName(), "ina226@1-0040");
  AddJetson();
  EXPECT_EQ(ChosenName(), "ina3221@1-0041/VDD_IN");
}

TEST_F(DiscoveryTest, ListsEveryCandidateWithAReason) {
  AddRaspberryPi5();
  AddPmic();
  AddIna226();
  const Discovery found = Discover();
  ASSERT_EQ(found.findings.size(), 3U);
  EXPECT_TRUE(found.findings[0].is_chosen);
  EXPECT_THAT(found.findings[0].reason, HasSubstr("the best there is"));
  EXPECT_EQ(found.findings[1].reason, "a better one was found");
  EXPECT_EQ(found.findings[2].description.coverage, Coverage::kEstimate);
}

TEST_F(DiscoveryTest, TakesTheOneThatIsNamed) {
  AddPmic();
  AddIna226();
  options_.sensor = "pmic";
  EXPECT_EQ(ChosenName(), "pmic");
  EXPECT_EQ(ReasonOf("pmic"), "named in the options");
  EXPECT_EQ(ReasonOf("ina226@1-0040"), "the options name another one");
}

TEST_F(DiscoveryTest, TakesNoOtherThanTheOneThatIsNamed) {
  AddPmic();
  options_.sensor = "ina226@1-0040";
  const Discovery found = Discover();
  EXPECT_FALSE(found.chosen);
  EXPECT_THAT(found.problem, HasSubstr("no power sensor \"ina226@1-0040\""));
}

TEST_F(DiscoveryTest, WaitsForANamedOneThatCannotBeReadYet) {
  AddIna226();
  AddPmic();
  machine_.Remove("sys/class/hwmon/hwmon2/power1_input");
  options_.sensor = "ina226@1-0040";
  EXPECT_EQ(ChosenName(), "ina226@1-0040");
  EXPECT_THAT(ReasonOf("ina226@1-0040"), HasSubstr("at present: open"));
}

TEST_F(DiscoveryTest, PassesOverWhatCannotBeRead) {
  AddIna226();
  AddPmic();
  machine_.Set("sys/class/hwmon/hwmon2/power1_input", "garbage");
  EXPECT_EQ(ChosenName(), "pmic");
  EXPECT_THAT(ReasonOf("ina226@1-0040"), HasSubstr("a number from 0"));
}

TEST_F(DiscoveryTest, PassesOverABreakoutThatNothingFlowsThrough) {
  AddIna226();
  AddPmic();
  machine_.Set("sys/class/hwmon/hwmon2/power1_input", "0");
  EXPECT_EQ(ChosenName(), "pmic");
  EXPECT_THAT(ReasonOf("ina226@1-0040"), HasSubstr("0 W"));
}

TEST_F(DiscoveryTest, SeveralBreakoutsHaveToBeNamed) {
  AddIna226("hwmon2", "1-0040");
  AddIna226("hwmon3", "1-0041");
  EXPECT_EQ(ChosenName(), "none");
  EXPECT_THAT(ReasonOf("ina226@1-0041"), HasSubstr("name the one"));
  options_.sensor = "ina226@1-0041";
  EXPECT_EQ(ChosenName(), "ina226@1-0041");
}

TEST_F(DiscoveryTest, ABreakoutsShuntLeavesTheBoardsOwnSensorAlone) {
  AddIna226();
  AddJetson();
  machine_.Set("sys/class/hwmon/hwmon4/shunt1_resistor", "5000");
  options_.shunt = 100'000;
  EXPECT_EQ(ChosenName(), "ina3221@1-0041/VDD_IN");
  EXPECT_TRUE(Discover().correction.ChangesNothing());
  options_.sensor = "ina3221@1-0041/VDD_IN";
  EXPECT_EQ(Discover().correction.gain_ppm, 50'000);
}

TEST_F(DiscoveryTest, AppliesTheOperatorsCorrectionAfterItsOwn) {
  AddPmic();
  options_.correction = Correction{900'000, -100'000, "own meter"};
  const Discovery found = Discover();
  EXPECT_EQ(found.correction.PowerOf(4'000'000), 4'551'470);
}

TEST_F(DiscoveryTest, RefusesCorrectionsThatTogetherAreOutOfProportion) {
  AddIna226();
  options_.shunt = 100;
  options_.correction = Correction{Correction::kMaxGainPpm, 0, "own meter"};
  const Discovery found = Discover();
  EXPECT_EQ(found.correction.gain_ppm, 100 * Correction::kOne);
  EXPECT_THAT(found.findings.front().warnings.back(), HasSubstr("not applied"));
}

TEST_F(DiscoveryTest, AMachineWithoutAnythingIsToldWhatToDo) {
  const Discovery found = Discover();
  EXPECT_FALSE(found.chosen);
  EXPECT_TRUE(found.findings.empty());
  EXPECT_THAT(found.problem, HasSubstr("fit a sensor or name a model"));
}

TEST_F(DiscoveryTest, AnUnknownModelIsNamed) {
  options_.model = "toaster";
  EXPECT_THAT(Discover().problem, HasSubstr("no power model \"toaster\""));
}

TEST(DiscoveryOnThisMachineTest, ComesToAConclusion) {
  const Discovery found = DiscoverSensors({});
  EXPECT_EQ(found.chosen == nullptr, !found.problem.empty());
}

TEST_F(DiscoveryTest, ASensorThatDoesNotAnswerStopsNoOther) {
  AddPmic();
  AddPackage();
  std::promise<void> unplugged;
  options_.property_call = [gate = unplugged.get_future().share()](
                               int, std::span<std::uint32_t>) {
    gate.wait();
    return EIO;
  };
  EXPECT_EQ(ChosenName(), "powercap");
  EXPECT_THAT(ReasonOf("pmic"), HasSubstr("wait for an answer of"));
  options_.sensor = "pmic";
  Discovery named = Discover();
  ASSERT_TRUE(named.chosen);
  EnergyMeter meter(std::move(named.chosen), named.correction);
  static_cast<void>(meter.Sample(std::chrono::seconds(1)));
  EXPECT_EQ(meter.health().state, SensorState::kSilent);
  // It comes back by itself.
  unplugged.set_value();
  while (DeviceCalls::OfProcess().lost() != 0) std::this_thread::yield();
  static_cast<void>(meter.Sample(std::chrono::seconds(2)));
  EXPECT_EQ(meter.health().state, SensorState::kUnreadable);
}

}  // namespace
}  // namespace answerbox::platform
