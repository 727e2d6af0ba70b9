#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "daemon/energy/energy_window.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

platform::SourceDescription PowerSensor() {
  platform::SourceDescription description;
  description.kind = platform::ReadingKind::kPower;
  description.resolution = 20'000;
  description.uncertainty_ppm = 15'000;
  return description;
}

class WindowBuilderTest : public testing::Test {
 protected:
  std::optional<EnergyWindow> Add(microseconds length,
                                  std::optional<std::int64_t> energy_uj) {
    const platform::MeterStep step{now_, now_ + length, energy_uj};
    now_ = step.end;
    return builder_.Add(step);
  }

  WindowBuilder builder_{PowerSensor(), seconds(1)};

 private:
  microseconds now_{5'000'000};
};

TEST_F(WindowBuilderTest, ClosesAWindowWhenItIsLongEnough) {
  EXPECT_FALSE(Add(milliseconds(400), 1'000'000));
  EXPECT_FALSE(Add(milliseconds(599), 1'000'000));
  const auto window = Add(milliseconds(1), 2'000);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->begin, seconds(5));
  EXPECT_EQ(window->end, seconds(6));
  EXPECT_EQ(window->energy_uj, 2'002'000);
}

TEST_F(WindowBuilderTest, WindowsFollowEachOtherWithoutHole) {
  const auto first = Add(milliseconds(1'100), 2'000'000);
  const auto second = Add(milliseconds(1'000), 3'000'000);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(second->begin, first->end);
  EXPECT_EQ(second->energy_uj, 3'000'000) << "and none of the first's";
}

TEST_F(WindowBuilderTest, AnUnknownStepMakesTheWindowUnknown) {
  EXPECT_FALSE(Add(milliseconds(400), 1'000'000));
  EXPECT_FALSE(Add(milliseconds(100), std::nullopt));
  const auto window = Add(milliseconds(500), 1'000'000);
  ASSERT_TRUE(window);
  EXPECT_FALSE(window->energy_uj);
  EXPECT_TRUE(Add(seconds(1), 1'000'000)->energy_uj) << "but not the next";
}

TEST_F(WindowBuilderTest, TheMetersFirstStepIsNoGap) {
  EXPECT_FALSE(Add(microseconds(0), std::nullopt));
  EXPECT_TRUE(Add(seconds(1), 1'000'000)->energy_uj);
}

TEST_F(WindowBuilderTest, AWindowLongerThanAnyIsUnknown) {
  EXPECT_TRUE(Add(EnergyWindow::kMaxLength, 1'000'000)->energy_uj);
  EXPECT_FALSE(
      Add(EnergyWindow::kMaxLength + microseconds(1), 1'000'000)->energy_uj);
}

TEST_F(WindowBuilderTest, APowersUncertaintyIsItsGainAndHalfAStep) {
  // 1.5 % of 4 J, and 10 mW for a second.
  EXPECT_EQ(Add(seconds(1), 4'000'000)->uncertainty_uj, 70'000);
}

TEST(WindowBuilderOfBreakoutTest, AShuntsCorrectionGoesForItsStepsToo) {
  platform::SourceDescription breakout = PowerSensor();
  breakout.correction.gain_ppm = 100'000;
  WindowBuilder builder(breakout, seconds(1));
  const auto window =
      builder.Add({microseconds(0), microseconds(1'000'000), 4'000'000});
  ASSERT_TRUE(window);
  // 1.5 % of 4 J, and a tenth of 10 mW for a second.
  EXPECT_EQ(window->uncertainty_uj, 61'000);
}

TEST(WindowBuilderOfCounterTest, ItsUncertaintyIsItsGainAndOneStep) {
  platform::SourceDescription counter = PowerSensor();
  counter.kind = platform::ReadingKind::kCounter;
  WindowBuilder builder(counter, seconds(1));
  const auto window =
      builder.Add({microseconds(0), microseconds(1'000'000), 4'000'000});
  ASSERT_TRUE(window);
  EXPECT_EQ(window->uncertainty_uj, 80'000);
}

}  // namespace
}  // namespace answerbox::daemon
