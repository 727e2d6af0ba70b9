#include "daemon/exam/check_schedule.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace answerbox::daemon {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;

class CheckScheduleTest : public testing::Test {
 protected:
  void See(std::uint64_t snapshot, std::uint64_t guard = 1,
           const std::string& collection = "c") {
    schedule_.Observe(collection, guard, snapshot, now_);
  }
  std::string Due() { return schedule_.Due(now_).value_or(""); }
  // Sees the collection, and examines it.
  void Examine(std::uint64_t snapshot) {
    See(snapshot);
    schedule_.Done("c", 1, snapshot, now_);
  }

  CheckSchedule::Time now_{hours(1)};
  CheckSchedule schedule_{days(7)};
};

TEST_F(CheckScheduleTest, ACollectionIsDueSoonAfterTheStart) {
  See(5);
  EXPECT_EQ(Due(), "");
  now_ += CheckSchedule::kAfterStart;
  See(5);
  EXPECT_EQ(Due(), "c");
}

TEST_F(CheckScheduleTest, IsDueAgainAfterTheInterval) {
  Examine(5);
  now_ += days(7) - seconds(1);
  See(5);
  EXPECT_EQ(Due(), "");
  now_ += seconds(1);
  EXPECT_EQ(Due(), "c");
  Examine(5);
  EXPECT_EQ(Due(), "");
}

TEST_F(CheckScheduleTest, IsDueWhenItIsQuietAfterAChange) {
  Examine(5);
  for (std::uint64_t change = 6; change < 9; ++change) {
    now_ += seconds(50);
    See(change);
    EXPECT_EQ(Due(), "");
  }
  now_ += CheckSchedule::kQuiet - seconds(1);
  See(8);
  EXPECT_EQ(Due(), "");
  now_ += seconds(1);
  EXPECT_EQ(Due(), "c");
  Examine(8);
  now_ += hours(1);
  EXPECT_EQ(Due(), "");
}

TEST_F(CheckScheduleTest, ChangesWithoutEndDoNotPutItOffForEver) {
  Examine(5);
  now_ += seconds(30);
  const auto first = now_;
  std::uint64_t snapshot = 6;
  for (; now_ - first < CheckSchedule::kLongestWait; now_ += seconds(30)) {
    EXPECT_EQ(Due(), "");
    See(snapshot++);
  }
  EXPECT_EQ(Due(), "c");
}

TEST_F(CheckScheduleTest, AChangeDuringAnExamIsExaminedLater) {
  See(5);
  now_ += seconds(2);
  schedule_.Done("c", 1, 5, now_);
  See(6);
  EXPECT_EQ(Due(), "");
  now_ += CheckSchedule::kQuiet;
  EXPECT_EQ(Due(), "c");
}

TEST_F(CheckScheduleTest, AnotherBankIsExaminedAtOnce) {
  Examine(5);
  See(6, 2);
  EXPECT_EQ(Due(), "c");
  schedule_.Done("c", 2, 6, now_);
  EXPECT_EQ(Due(), "");
}

TEST_F(CheckScheduleTest, WithoutDaysNothingIsDue) {
  schedule_.SetInterval(days(0));
  See(5);
  now_ += days(100);
  See(6, 2);
  EXPECT_EQ(Due(), "");
  schedule_.SetInterval(days(1));
  EXPECT_EQ(Due(), "c");
}

TEST_F(CheckScheduleTest, AnExamThatFailedIsTriedAgainLater) {
  See(5);
  now_ += seconds(2);
  See(6);
  schedule_.Failed("c", now_);
  now_ += CheckSchedule::kRetry - seconds(1);
  EXPECT_EQ(Due(), "");
  now_ += seconds(1);
  EXPECT_EQ(Due(), "c");
}

TEST_F(CheckScheduleTest, TheOneThatWaitsLongestComesFirst) {
  See(1, 1, "b");
  now_ -= seconds(1);
  See(1, 2, "c");
  now_ += hours(1);
  EXPECT_EQ(Due(), "c");
  schedule_.Forget("c");
  EXPECT_EQ(Due(), "b");
}

}  // namespace
}  // namespace answerbox::daemon
