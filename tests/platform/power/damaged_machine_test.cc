// A machine with every kind of sensor. In turn each of its files and folders is
// missing or has wrong content. Discovery must end all the same, and the meter
// must never count nonsense as energy.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "platform/power/discovery.h"
#include "platform/power/energy_meter.h"
#include "tests/platform/power/canned_firmware.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;

class DamagedMachineTest : public testing::Test {
 protected:
  DamagedMachineTest() {
    firmware_.answer = tests::kPmicAnswer;
    machine_.AddHwmon("hwmon0", "ina226", "1-0040");
    Set("sys/class/hwmon/hwmon0/", {{"power1_input", "2500000"},
                                    {"shunt_resistor", "10000"},
                                    {"update_interval", "35"}});
    machine_.AddHwmon("hwmon1", "ina3221", "1-0041");
    Set("sys/class/hwmon/hwmon1/", {{"in1_label", "VDD_IN"},
                                    {"in1_input", "5000"},
                                    {"curr1_input", "900"},
                                    {"shunt1_resistor", "5000"},
                                    {"in7_label", "sum"},
                                    {"in7_input", "5"},
                                    {"update_interval", "7"}});
    Set("sys/bus/i2c/drivers/ina3221x/6-0040/iio:device0/",
        {{"rail_name_0", "POM_5V_IN"}, {"in_power0_input", "2104"}});
    Set("sys/class/powercap/intel-rapl:0/",
        {{"name", "package-0"},
         {"energy_uj", "1000"},
         {"max_energy_range_uj", "262143328850"}});
    Set("", {{"dev/vcio_gencmd", ""},
             {"proc/stat", "cpu  1 2 3 4 5 6 7 8"},
             {"sys/firmware/devicetree/base/model", "Raspberry Pi 5 Model B"}});
  }

  void Set(const std::string& folder,
           const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [name, value] : files) machine_.Set(folder + name, value);
  }

  [[nodiscard]] std::vector<std::filesystem::path> Entries() const {
    std::vector<std::filesystem::path> entries;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(machine_.root())) {
      entries.push_back(entry.path());
    }
    return entries;
  }

  // Names every sensor in turn, so that each is metered.
  void CheckAllSensors() {
    SensorOptions options;
    options.root = machine_.root();
    options.property_call = firmware_.Call();
    const Discovery all = DiscoverSensors(options);
    EXPECT_EQ(all.chosen == nullptr, !all.problem.empty());
    for (const SensorFinding& finding : all.findings) {
      EXPECT_FALSE(finding.reason.empty());
      options.sensor = finding.description.name;
      Discovery named = DiscoverSensors(options);
      ASSERT_TRUE(named.chosen) << options.sensor;
      CheckMeter({std::move(named.chosen), named.correction});
    }
  }

  static void CheckMeter(EnergyMeter meter) {
    static_cast<void>(meter.Sample(milliseconds(0)));
    const bool was_good = meter.health().state == SensorState::kGood;
    const MeterStep step = meter.Sample(milliseconds(100));
    EXPECT_EQ(meter.health().state == SensorState::kGood,
              meter.health().problem.empty());
    if (step.energy_uj) {
      EXPECT_TRUE(was_good) << meter.description().name;
      EXPECT_GE(*step.energy_uj, 0) << meter.description().name;
      EXPECT_LE(*step.energy_uj, 1'000'000) << "10 W, more than any here";
    }
  }

  tests::FakeMachine machine_;
  tests::CannedFirmware firmware_;
};

TEST_F(DamagedMachineTest, IsWholeToBeginWith) {
  SensorOptions options;
  options.root = machine_.root();
  options.property_call = firmware_.Call();
  EXPECT_EQ(DiscoverSensors(options).findings.size(), 10U);
  CheckAllSensors();
}

TEST_F(DamagedMachineTest, BearsTheLossOfEachFileAndFolder) {
  const std::filesystem::path aside = machine_.root().string() + ".aside";
  for (const std::filesystem::path& entry : Entries()) {
    SCOPED_TRACE(entry);
    std::filesystem::rename(entry, aside);
    CheckAllSensors();
    std::filesystem::rename(aside, entry);
  }
}

TEST_F(DamagedMachineTest, BearsNonsenseInEachFile) {
  const std::array<std::string, 7> nonsense = {"",
                                               "-1",
                                               "18446744073709551616",
                                               "nonsense",
                                               "0",
                                               std::string("\xff\0\n", 3),
                                               std::string(10'000, '7')};
  for (const std::filesystem::path& entry : Entries()) {
    if (!std::filesystem::is_regular_file(entry)) continue;
    const std::string whole = tests::ReadFile(entry);
    for (const std::string& text : nonsense) {
      SCOPED_TRACE(entry.string() + ": " + text.substr(0, 30));
      tests::WriteFile(entry, text);
      CheckAllSensors();
    }
    tests::WriteFile(entry, whole);
  }
}

}  // namespace
}  // namespace answerbox::platform
