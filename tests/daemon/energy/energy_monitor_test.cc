// The sampler's thread, on a machine made of files.
#include "daemon/energy/energy_monitor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/energy/calibrator.h"
#include "daemon/energy/state_text.h"
#include "platform/file/directory.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr const char* kPowerFile = "sys/class/hwmon/hwmon0/power1_input";

class EnergyMonitorTest : public testing::Test {
 protected:
  EnergyMonitorTest() {
    machine_.AddHwmon("hwmon0", "ina226", "1-0040");
    machine_.Set("sys/class/hwmon/hwmon0/shunt_resistor", "10000");
    machine_.Set("sys/class/hwmon/hwmon0/in1_input", "5000");
    machine_.Set("sys/class/hwmon/hwmon0/curr1_input", "600");
    machine_.Set(kPowerFile, "3000000");
    machine_.Set("proc/stat", "cpu  0 0 0 1000 0 0 0 0 0 0\ncpu0 1 1 1 1");
    settings_.sensors.root = machine_.root();
    settings_.min_interval = milliseconds(5);
    settings_.window = milliseconds(20);
    settings_.folder = folder_.path() / "energy";
  }

  std::unique_ptr<EnergyMonitor> Start() {
    auto monitor = std::make_unique<EnergyMonitor>(
        settings_, 2, [this](const std::string& message) {
          const std::lock_guard lock(mutex_);
          messages_.push_back(message);
        });
    monitor->Start();
    return monitor;
  }
  static QuestionNumber Ask(EnergyMonitor& monitor) {
    const QuestionClock::Run run(
        monitor.questions(), monitor.accounts().Find("handbook", "unix:1000"));
    while (run.cpu_time() < milliseconds(1)) {
    }
    return run.question();
  }
  // Lets steps go on until the machine's power at rest is known.
  static void WaitForBaseline(EnergyMonitor& monitor) {
    while (!monitor.Status().idle) {
      ASSERT_TRUE(monitor.WaitForStep(monitor.steps()));
    }
  }
  std::string Messages() {
    const std::lock_guard lock(mutex_);
    std::string all;
    for (const std::string& message : messages_) all += message + "\n";
    return all;
  }

  tests::FakeMachine machine_;
  tests::TemporaryFolder folder_;
  EnergySettings settings_;

 private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

TEST_F(EnergyMonitorTest, TellsWhichSensorItReads) {
  const auto monitor = Start();
  const SensorList sensors = monitor->Sensors();
  ASSERT_EQ(sensors.findings.size(), 1U);
  EXPECT_EQ(monitor->Status().sensor, "ina226@1-0040");
  EXPECT_TRUE(sensors.findings[0].is_chosen);
  EXPECT_EQ(monitor->sensor(), "ina226@1-0040");
}

TEST_F(EnergyMonitorTest, TellsItsStateWithoutWaitingForTheSearch) {
  EnergyMonitor unstarted(settings_, 2, [](const std::string&) {});
  EXPECT_FALSE(unstarted.StatusNow());
  const auto monitor = Start();
  const std::string sensor = monitor->Status().sensor;
  ASSERT_TRUE(monitor->StatusNow());
  EXPECT_EQ(monitor->StatusNow()->sensor, sensor);
}

TEST_F(EnergyMonitorTest, CompletesAQuestionsRecord) {
  const auto monitor = Start();
  WaitForBaseline(*monitor);
  const QuestionNumber question = Ask(*monitor);
  auto found = monitor->Find(question);
  while (found && !found->is_complete) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
    found = monitor->Find(question);
  }
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->energy_uj);
  EXPECT_GE(found->cpu_time, milliseconds(1));
  EXPECT_FALSE(monitor->Find(question + 1));
  EXPECT_FALSE(monitor->Find(0));
}

TEST_F(EnergyMonitorTest, TellsWhatCpuTimeCostsOnceAWindowWasBusy) {
  const auto monitor = Start();
  WaitForBaseline(*monitor);
  EXPECT_FALSE(monitor->rate().is_known());
  machine_.Set(kPowerFile, "4000000");
  Ask(*monitor);
  while (!monitor->rate().is_known()) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
  }
  EXPECT_GE(monitor->rate().power_w, 0);
  EXPECT_FALSE(monitor->is_model());
}

TEST_F(EnergyMonitorTest, TellsOfEachQuestionOnceInTheWindowWhereItEnded) {
  EnergyMonitor monitor(settings_, 2, [](const std::string&) {});
  std::vector<QuestionNumber> told;
  monitor.TellWindows(
      [&told](std::string_view sensor, const ClosedWindow& closed) {
        EXPECT_EQ(sensor, "ina226@1-0040");
        EXPECT_FALSE(closed.completed.empty());
        for (const EnergyRecord& question : closed.completed) {
          told.push_back(question.question);
        }
      });
  monitor.Start();
  ASSERT_TRUE(monitor.WaitForStep(1));
  const QuestionNumber first = Ask(monitor);
  ASSERT_TRUE(monitor.WaitForStep(monitor.steps() + 2));
  const QuestionNumber second = Ask(monitor);
  monitor.Stop();
  EXPECT_EQ(told, (std::vector<QuestionNumber>{first, second}));
}

TEST_F(EnergyMonitorTest, TellsOfNoWindowWithoutASensor) {
  settings_.reads_sensor = false;
  EnergyMonitor monitor(settings_, 2, [](const std::string&) {});
  bool is_told = false;
  monitor.TellWindows(
      [&is_told](std::string_view, const ClosedWindow&) { is_told = true; });
  monitor.Start();
  Ask(monitor);
  monitor.Stop();
  EXPECT_FALSE(is_told);
}

TEST_F(EnergyMonitorTest, KeepsSumsOverARestart) {
  {
    const auto monitor = Start();
    WaitForBaseline(*monitor);
    Ask(*monitor);
  }
  EnergyMonitor next(settings_, 1, [](const std::string&) {});
  next.Start();
  const UsageReport report = SumOf(next.Periods(0));
  ASSERT_EQ(report.accounts.size(), 1U);
  EXPECT_EQ(report.accounts[0].account.collection, "handbook");
  EXPECT_EQ(report.accounts[0].usage.questions(), 1U);
  EXPECT_GT(report.machine.measured_uj, 0);
}

TEST_F(EnergyMonitorTest, SetsDamagedFilesAsideTellsAndGoesOn) {
  std::filesystem::create_directories(settings_.folder);
  tests::WriteFile(settings_.folder / "usage", "answerbox-usage 1\n0123456789");
  tests::WriteFile(settings_.folder / "baseline", "");
  tests::WriteFile(settings_.folder / "usage.damaged", "of last year");
  const auto monitor = Start();
  EXPECT_TRUE(monitor->Periods(0).empty());
  EXPECT_EQ(monitor->Status().calibrated_at, 0);
  const std::vector<std::string>& damaged = monitor->damaged();
  ASSERT_EQ(damaged.size(), 2U);
  EXPECT_THAT(damaged[0], HasSubstr("usage is damaged in line 1, at byte 0"));
  EXPECT_THAT(damaged[0], HasSubstr("set aside as usage.damaged.2"));
  EXPECT_THAT(damaged[1], HasSubstr("baseline is damaged"));
  EXPECT_THAT(Messages(), HasSubstr(damaged[0]));
  EXPECT_THAT(Messages(), HasSubstr(damaged[1]));
  EXPECT_EQ(tests::ReadFile(settings_.folder / "usage.damaged"),
            "of last year");
}

TEST_F(EnergyMonitorTest, SetsFilesOfAnotherVersionAsideTellsAndGoesOn) {
  const auto usage = settings_.folder / "usage";
  ASSERT_TRUE(
      SaveStateText(usage, "answerbox-usage 3\nperiod 0 3600 1 1 0 0 0 1 0\n"));
  const std::string text = tests::ReadFile(usage);
  const auto monitor = Start();
  EXPECT_TRUE(monitor->Periods(0).empty());
  ASSERT_EQ(monitor->damaged().size(), 1U);
  EXPECT_EQ(
      monitor->damaged()[0],
      usage.native() +
          " was written by another version of answerboxd: it is set aside "
          "as usage.damaged, and begun anew");
  EXPECT_EQ(tests::ReadFile(settings_.folder / "usage.damaged"), text);
}

TEST_F(EnergyMonitorTest, WhatCantBeSetAsideIsNotReplaced) {
  std::filesystem::create_directories(settings_.folder);
  for (int i = 1; i <= platform::kMaxSetAside; ++i) {
    const std::string number = i == 1 ? "" : "." + std::to_string(i);
    tests::WriteFile(settings_.folder / ("usage.damaged" + number), "x");
    tests::WriteFile(settings_.folder / ("baseline.damaged" + number), "x");
  }
  tests::WriteFile(settings_.folder / "usage", "damaged");
  tests::WriteFile(settings_.folder / "baseline", "damaged");
  const auto monitor = Start();
  Ask(*monitor);
  EXPECT_FALSE(monitor->SetBaseline({2'900'000, 5'000}));
  monitor->Stop();
  EXPECT_EQ(tests::ReadFile(settings_.folder / "usage"), "damaged");
  EXPECT_EQ(tests::ReadFile(settings_.folder / "baseline"), "damaged");
}

TEST_F(EnergyMonitorTest, ALogThatStallsDoesNotStopMetering) {
  EnergyMonitor monitor(settings_, 2, [](const std::string&) {});
  std::promise<void> stalled;
  std::promise<void> goes_on;
  monitor.TellWindows([&, gate = goes_on.get_future().share(), is_first = true](
                          std::string_view, const ClosedWindow&) mutable {
    if (std::exchange(is_first, false)) stalled.set_value();
    gate.wait();
  });
  monitor.Start();
  ASSERT_TRUE(monitor.WaitForStep(1));
  Ask(monitor);
  stalled.get_future().wait();
  const auto before = monitor.WaitForStep(monitor.steps());
  const auto after = monitor.WaitForStep(before->number + 20);
  EXPECT_GT(after->measured_uj, before->measured_uj);
  EXPECT_EQ(after->unknown, before->unknown);
  goes_on.set_value();
}

TEST_F(EnergyMonitorTest, ADriverThatHangsHoldsNeitherQuestionsNorTheEnd) {
  std::promise<void> unplugged;
  settings_.sensors.sensor = "pmic";
  settings_.sensors.property_call = [gate = unplugged.get_future().share()](
                                        int, std::span<std::uint32_t>) {
    gate.wait();
    return EIO;
  };
  machine_.Set("dev/vcio_gencmd", "");
  const auto monitor = Start();
  std::promise<void> searched;
  monitor->WhenSearched([&searched] { searched.set_value(); });
  searched.get_future().wait();
  const SensorList sensors = monitor->Sensors();
  const auto chosen = std::ranges::find_if(sensors.findings,
                                           &platform::SensorFinding::is_chosen);
  ASSERT_NE(chosen, sensors.findings.end());
  EXPECT_THAT(chosen->reason, HasSubstr("wait for an answer of"));
  while (monitor->Status().health.state != platform::SensorState::kSilent) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
  }
  const QuestionNumber question = Ask(*monitor);
  while (!monitor->Find(question)->is_complete) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
  }
  EXPECT_EQ(monitor->Find(question)->state, EnergyState::kUnresolved);
  // Stop must return while the call hangs.
  monitor->Stop();
  EXPECT_THAT(Messages(), HasSubstr("pmic: silent"));
  unplugged.set_value();
}

TEST_F(EnergyMonitorTest, TellsOfASensorThatVanishesAndComesBack) {
  const auto monitor = Start();
  ASSERT_TRUE(monitor->WaitForStep(2));
  machine_.MoveHwmon("hwmon0", "../gone");
  while (monitor->Status().health.state != platform::SensorState::kVanished) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
  }
  machine_.MoveHwmon("../gone", "hwmon3");
  while (monitor->Status().health.state != platform::SensorState::kGood) {
    ASSERT_TRUE(monitor->WaitForStep(monitor->steps()));
  }
  EXPECT_NE(Messages().find("ina226@1-0040: vanished"), std::string::npos);
}

TEST_F(EnergyMonitorTest, InterruptingEndsAllWaiting) {
  const auto monitor = Start();
  std::thread waiting([&] {
    while (monitor->WaitForStep(monitor->steps() + 1'000'000)) {
    }
  });
  monitor->Interrupt();
  waiting.join();
  const auto calibrated = Calibrate(*monitor, {}, [] { return true; });
  ASSERT_FALSE(calibrated);
  EXPECT_EQ(calibrated.error().kind, ErrorKind::kShuttingDown);
}

TEST_F(EnergyMonitorTest, CalibratingFindsRestAndKeepsIt) {
  const auto monitor = Start();
  const CalibrationPlan plan{3, milliseconds(50)};
  const auto calibrated = Calibrate(*monitor, plan, [] { return true; });
  ASSERT_TRUE(calibrated) << calibrated.error().message;
  EXPECT_GT(calibrated->questions, 0U);
  EXPECT_NEAR(static_cast<double>(calibrated->rest.power_uw), 3e6, 2.0);
  ASSERT_TRUE(monitor->SetBaseline({2'900'000, 5'000}));
  monitor->Stop();

  const auto next = Start();
  // Quiet windows show that the machine's power at rest has risen.
  while (next->Status().idle_drift_uw <= 0) {
    ASSERT_TRUE(next->WaitForStep(next->steps()));
  }
  EXPECT_NE(next->Status().calibrated_at, 0);
}

TEST_F(EnergyMonitorTest, TellsOfABaselineAtOnce) {
  settings_.min_interval = settings_.max_interval = std::chrono::hours(1);
  const auto monitor = Start();
  ASSERT_TRUE(monitor->WaitForStep(0));
  ASSERT_TRUE(monitor->SetBaseline({2'900'000, 5'000}));
  const EnergyStatus status = monitor->Status();
  EXPECT_NE(status.calibrated_at, 0);
  ASSERT_TRUE(status.idle);
  EXPECT_EQ(status.idle->power_uw, 2'900'000);
}

TEST_F(EnergyMonitorTest, CalibratingWithoutASensorIsAnError) {
  settings_.reads_sensor = false;
  const auto monitor = Start();
  const auto calibrated = Calibrate(*monitor, {}, [] { return true; });
  ASSERT_FALSE(calibrated);
  EXPECT_EQ(calibrated.error().kind, ErrorKind::kNotFound);
}

TEST_F(EnergyMonitorTest, AQuestionThatFailsEndsTheCalibration) {
  const auto monitor = Start();
  const auto calibrated =
      Calibrate(*monitor, {2, milliseconds(10)}, [] { return false; });
  ASSERT_FALSE(calibrated);
  EXPECT_EQ(calibrated.error().kind, ErrorKind::kInternal);
}

}  // namespace
}  // namespace answerbox::daemon
