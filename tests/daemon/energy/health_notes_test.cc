#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/energy/energy_monitor.h"

namespace answerbox::daemon {
namespace {

using platform::SensorState;
using std::chrono::seconds;

class HealthNotesTest : public testing::Test {
 protected:
  void Note(SensorState state, seconds now, std::string problem = {}) {
    platform::SensorHealth health;
    health.state = state;
    health.problem = std::move(problem);
    notes_.Note("ina219", health, now);
  }

  std::vector<std::string> told_;
  HealthNotes notes_{
      [this](const std::string& message) { told_.push_back(message); }};
};

TEST_F(HealthNotesTest, TellOfEachChangeOnce) {
  Note(SensorState::kGood, seconds(1));
  Note(SensorState::kGood, seconds(2));
  Note(SensorState::kVanished, seconds(3), "it is gone");
  EXPECT_THAT(told_, testing::ElementsAre("power sensor ina219: good",
                                          "power sensor ina219: vanished: "
                                          "it is gone"));
}

TEST_F(HealthNotesTest, TellOfASensorThatComesAndGoesSixTimesAMinute) {
  for (int i = 0; i < 20; ++i) {
    Note(i % 2 == 0 ? SensorState::kGood : SensorState::kVanished,
         seconds(100 + i));
  }
  EXPECT_EQ(told_.size(), 6u);
  Note(SensorState::kGood, seconds(200));
  EXPECT_EQ(told_.size(), 7u);
}

}  // namespace
}  // namespace answerbox::daemon
