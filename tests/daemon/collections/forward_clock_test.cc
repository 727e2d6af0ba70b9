#include "daemon/collections/files/forward_clock.h"

#include <gtest/gtest.h>

#include "tests/daemon/collections/manual_clock.h"

namespace answerbox::daemon {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

class ForwardClockTest : public ::testing::Test {
 protected:
  ManualClock clocks_;
  ForwardClock clock_{clocks_.reader()};
  const std::chrono::sys_seconds start_ = clocks_.wall();
};

TEST_F(ForwardClockTest, PassesAsTheWallClockDoes) {
  EXPECT_EQ(clock_.Now(), start_);
  clocks_.Pass(seconds(90));
  EXPECT_EQ(clock_.Now(), start_ + seconds(90));
}

TEST_F(ForwardClockTest, JumpsForwardWithTheWallClock) {
  clocks_.SetWallBy(hours(50));
  EXPECT_EQ(clock_.Now(), start_ + hours(50));
}

TEST_F(ForwardClockTest, GoesOnSteadilyWhenTheWallClockIsSetBack) {
  clocks_.SetWallBy(-hours(50));
  EXPECT_EQ(clock_.Now(), start_);
  clocks_.Pass(hours(3));
  EXPECT_EQ(clock_.Now(), start_ + hours(3));
}

TEST_F(ForwardClockTest, TellsTimesAsTheWallClockWillShowThem) {
  clocks_.SetWallBy(-hours(50));
  clocks_.Pass(hours(3));
  EXPECT_EQ(clock_.OnTheWall(clock_.Now() + hours(1)),
            clocks_.wall() + hours(1));
}

TEST_F(ForwardClockTest, KnowsNoTimeBefore1970) {
  ManualClock early;
  early.SetWallBy(-hours(24 * 365 * 100));
  EXPECT_EQ(ForwardClock(early.reader()).Now(), std::chrono::sys_seconds());
}

TEST(SystemClocksTest, AreThoseOfTheSystem) {
  const ClockReading first = ReadSystemClocks();
  const ClockReading second = ReadSystemClocks();
  EXPECT_GT(first.wall.time_since_epoch(), hours(24 * 365));
  EXPECT_GE(second.steady, first.steady);
}

}  // namespace
}  // namespace answerbox::daemon
