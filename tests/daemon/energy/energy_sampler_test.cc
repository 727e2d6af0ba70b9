#include "daemon/energy/energy_sampler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/platform/power/fake_machine.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kPower = "sys/class/hwmon/hwmon0/power1_input";

// A board with an INA226, and a clock that the test sets.
class EnergySamplerTest : public testing::Test {
 protected:
  EnergySamplerTest() {
    machine_.AddHwmon("hwmon0", "ina226", "1-0040");
    machine_.Set("sys/class/hwmon/hwmon0/shunt_resistor", "10000");
    machine_.Set("sys/class/hwmon/hwmon0/in1_input", "5000");
    machine_.Set("sys/class/hwmon/hwmon0/curr1_input", "600");
    SetPower(3'000'000);
    SetBusy(0);
    settings_.sensors.root = machine_.root();
  }

  void SetPower(int microwatts) {
    machine_.Set(kPower, std::to_string(microwatts));
  }
  void SetBusy(int ticks) {
    machine_.Set("proc/stat", "cpu  " + std::to_string(ticks) +
                                  " 0 0 1000 0 0 0 0 0 0\ncpu0 1 1 1 1");
  }
  // Takes ten readings; the last one closes a window.
  ClosedWindow NextSecond(EnergySampler& sampler) {
    std::optional<ClosedWindow> closed;
    for (int i = 0; i < 10; ++i) {
      auto turn = sampler.Sample(now_ += milliseconds(100));
      if (turn.closed) closed = std::move(turn.closed);
    }
    EXPECT_TRUE(closed);
    return closed.value_or(ClosedWindow());
  }
  // A sampler that has found the sensor and knows the power at rest.
  EnergySampler RestedSampler() {
    EnergySampler sampler(settings_, questions_);
    sampler.Search(now_);
    static_cast<void>(sampler.Sample(now_));
    static_cast<void>(NextSecond(sampler));
    EXPECT_TRUE(NextSecond(sampler).window.energy_uj);
    EXPECT_TRUE(sampler.baseline().power());
    return sampler;
  }
  void Ask() {
    const QuestionClock::Run run(questions_, 5);
    while (run.cpu_time() < milliseconds(1)) {
    }
  }

  tests::FakeMachine machine_;
  EnergySettings settings_;
  QuestionClock questions_{2};
  microseconds now_{0};
};

TEST_F(EnergySamplerTest, AQuestionsRecordIsCompleteWhenItsWindowCloses) {
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  Ask();
  const ClosedWindow closed = NextSecond(sampler);
  ASSERT_EQ(closed.completed.size(), 1U);
  EXPECT_EQ(closed.completed[0].account, 5);
  const EnergyRecord& record = closed.completed[0];
  EXPECT_EQ(record.state, EnergyState::kMeasured);
  EXPECT_EQ(record.energy_uj, closed.sums.attributed_uj);
  EXPECT_NEAR(static_cast<double>(*record.energy_uj), 950'000, 60'000);
}

TEST_F(EnergySamplerTest, NoOtherProgramsAreMadeUpForTheFirstWindow) {
  EnergySampler sampler(settings_, questions_);
  sampler.Search(now_);
  sampler.SetBaseline({3'000'000, 0});
  SetPower(4'000'000);
  static_cast<void>(sampler.Sample(now_));
  Ask();
  const ClosedWindow closed = NextSecond(sampler);
  EXPECT_EQ(closed.sums.attributed_uj, 1'000'000);
  EXPECT_EQ(closed.sums.remainder_uj, 0);
}

TEST_F(EnergySamplerTest, PartsOfEveryWindowAddUp) {
  EnergySampler sampler = RestedSampler();
  for (int i = 0; i < 20; ++i) {
    SetPower(3'000'000 + i * 50'000);
    SetBusy(i * 10);
    for (int n = 0; n < i % 4; ++n) Ask();
    const ClosedWindow closed = NextSecond(sampler);
    EXPECT_EQ(closed.sums.idle_uj + closed.sums.attributed_uj +
                  closed.sums.remainder_uj + closed.sums.unsplit_uj,
              closed.sums.measured_uj);
    EXPECT_EQ(closed.sums.measured_uj, closed.window.energy_uj);
  }
}

TEST_F(EnergySamplerTest, WhatTheKernelCountsLateIsNotAnotherPrograms) {
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  std::int64_t remainder_uj = 0;
  // Ten questions of a millisecond each, and the tick that all of them make up.
  for (int i = 1; i <= 10; ++i) {
    Ask();
    if (i == 10) SetBusy(1);
    remainder_uj += NextSecond(sampler).sums.remainder_uj;
  }
  EXPECT_EQ(remainder_uj, 0);
  SetBusy(6);
  EXPECT_GT(NextSecond(sampler).sums.remainder_uj, 900'000);
}

TEST_F(EnergySamplerTest, TheSchedulersStatisticsTellAShortQuestionFromOthers) {
  machine_.Set("proc/schedstat", "version 15\ncpu0 0 0 0 0 0 0 1000000 0 0");
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  Ask();
  machine_.Set("proc/schedstat", "version 15\ncpu0 0 0 0 0 0 0 9000000 0 0");
  const ClosedWindow closed = NextSecond(sampler);
  ASSERT_EQ(closed.completed.size(), 1U);
  // Of eight milliseconds the question ran for one, or for a little more where
  // the machine is busy.
  const double share =
      std::chrono::duration<double, std::milli>(closed.completed[0].cpu_time) /
      milliseconds(8);
  const std::int64_t active_uj =
      closed.sums.attributed_uj + closed.sums.remainder_uj;
  EXPECT_NEAR(static_cast<double>(closed.sums.attributed_uj),
              static_cast<double>(active_uj) * share,
              static_cast<double>(active_uj) / 1'000);
  EXPECT_EQ(closed.completed[0].state, EnergyState::kAttributed);
}

TEST_F(EnergySamplerTest, WithoutTheCpuTimeOfOthersAQuestionIsUnresolved) {
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  machine_.Remove("proc/stat");
  Ask();
  const ClosedWindow closed = NextSecond(sampler);
  ASSERT_EQ(closed.completed.size(), 1U);
  EXPECT_EQ(closed.completed[0].state, EnergyState::kUnresolved);
  EXPECT_FALSE(closed.completed[0].energy_uj);
  EXPECT_EQ(closed.sums.attributed_uj, 0);
  EXPECT_EQ(closed.sums.unsplit_uj, closed.sums.measured_uj);
  // Without a question, all energy above rest belongs to other programs,
  // however much CPU time they used.
  const ClosedWindow quiet = NextSecond(sampler);
  EXPECT_GT(quiet.sums.remainder_uj, 0);
  EXPECT_EQ(quiet.sums.unsplit_uj, 0);
}

TEST_F(EnergySamplerTest, TwoCountsOfTheKernelAreNotComparedWithEachOther) {
  // The scheduler's count differs much from the ticks, as on real machines.
  machine_.Set("proc/schedstat",
               "version 15\ncpu0 0 0 0 0 0 0 90000000000 0 0");
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  for (const bool is_there : {false, true}) {
    if (is_there) {
      machine_.Set("proc/schedstat",
                   "version 15\ncpu0 0 0 0 0 0 0 90001000000 0 0");
    } else {
      machine_.Remove("proc/schedstat");
    }
    Ask();
    const ClosedWindow closed = NextSecond(sampler);
    ASSERT_EQ(closed.completed.size(), 1U);
    EXPECT_EQ(closed.completed[0].state, EnergyState::kUnresolved);
  }
}

TEST_F(EnergySamplerTest, ALongQuestionHasAShareOfEachWindow) {
  EnergySampler sampler = RestedSampler();
  SetPower(4'000'000);
  std::int64_t attributed_uj = 0;
  {
    const QuestionClock::Run run(questions_, 5);
    for (int i = 1; i <= 3; ++i) {
      while (run.cpu_time() < i * milliseconds(1)) {
      }
      const ClosedWindow closed = NextSecond(sampler);
      EXPECT_TRUE(closed.completed.empty());
      attributed_uj += closed.sums.attributed_uj;
    }
  }
  const ClosedWindow last = NextSecond(sampler);
  attributed_uj += last.sums.attributed_uj;
  ASSERT_EQ(last.completed.size(), 1U);
  EXPECT_EQ(last.completed[0].energy_uj, attributed_uj);
  EXPECT_EQ(last.completed[0].window_end - last.completed[0].window_begin,
            seconds(4));
}

TEST_F(EnergySamplerTest, ASensorThatVanishesLeavesQuestionsUnresolved) {
  EnergySampler sampler = RestedSampler();
  machine_.Remove("sys/class/hwmon/hwmon0");
  Ask();
  const ClosedWindow closed = NextSecond(sampler);
  EXPECT_EQ(sampler.meter()->health().state, platform::SensorState::kVanished);
  ASSERT_EQ(closed.completed.size(), 1U);
  EXPECT_EQ(closed.completed[0].state, EnergyState::kUnresolved);
  EXPECT_FALSE(closed.completed[0].energy_uj);
}

TEST_F(EnergySamplerTest, WithoutASensorQuestionsAreCountedAllTheSame) {
  settings_.reads_sensor = false;
  EnergySampler sampler(settings_, questions_);
  EXPECT_FALSE(sampler.IsSearchDue(seconds(3'600)));
  EXPECT_FALSE(sampler.problem().empty());
  static_cast<void>(sampler.Sample(now_));
  Ask();
  const ClosedWindow closed = NextSecond(sampler);
  ASSERT_EQ(closed.completed.size(), 1U);
  EXPECT_EQ(closed.completed[0].state, EnergyState::kUnresolved);
  EXPECT_GE(closed.completed[0].cpu_time, milliseconds(1));
}

TEST_F(EnergySamplerTest, ASensorThatComesLaterIsFound) {
  machine_.Remove("sys/class/hwmon/hwmon0");
  EnergySampler sampler(settings_, questions_);
  sampler.Search(now_);
  EXPECT_EQ(sampler.meter(), nullptr);
  EXPECT_FALSE(sampler.IsSearchDue(now_ + seconds(59)));
  EXPECT_TRUE(sampler.IsSearchDue(now_ + seconds(60)));
  machine_.AddHwmon("hwmon1", "ina226", "1-0040");
  machine_.Set("sys/class/hwmon/hwmon1/power1_input", "3000000");
  sampler.Search(now_ + seconds(60));
  EXPECT_NE(sampler.meter(), nullptr);
}

TEST_F(EnergySamplerTest, IntervalsLieWithinTheOptions) {
  machine_.Set("sys/class/hwmon/hwmon0/update_interval", "2");
  EnergySampler fast(settings_, questions_);
  fast.Search(now_);
  EXPECT_EQ(fast.interval(), milliseconds(100));
  machine_.Set("sys/class/hwmon/hwmon0/update_interval", "300");
  EnergySampler own(settings_, questions_);
  own.Search(now_);
  EXPECT_EQ(own.interval(), milliseconds(300));
  machine_.Set("sys/class/hwmon/hwmon0/update_interval", "2253");
  EnergySampler slow(settings_, questions_);
  slow.Search(now_);
  EXPECT_EQ(slow.interval(), milliseconds(1'000));
}

TEST_F(EnergySamplerTest, QuestionsAreTakenBetweenReadingsOfASlowSensor) {
  EnergySampler sampler = RestedSampler();
  for (int i = 0; i < 3; ++i) {
    for (std::size_t n = 0; n < QuestionClock::kMaxWaiting; ++n) {
      const QuestionClock::Run run(questions_, 5);
    }
    sampler.TakeQuestions();
  }
  EXPECT_EQ(NextSecond(sampler).completed.size(),
            3 * QuestionClock::kMaxWaiting);
  EXPECT_EQ(questions_.lost(), 0U);
}

TEST_F(EnergySamplerTest, FinishingClosesAWindowThatIsNotFull) {
  EnergySampler sampler = RestedSampler();
  Ask();
  const EnergySampler::Turn turn = sampler.Finish(now_ += milliseconds(30));
  ASSERT_TRUE(turn.closed);
  EXPECT_EQ(turn.closed->completed.size(), 1U);
  EXPECT_EQ(turn.closed->window.length(), milliseconds(30));
}

}  // namespace
}  // namespace answerbox::daemon
