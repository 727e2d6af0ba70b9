#include "daemon/collections/background/erasing_schedule.h"

#include <gtest/gtest.h>

#include "daemon/collections/files/errors.h"
#include "tests/daemon/collections/manual_clock.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class ErasingScheduleTest : public ::testing::Test {
 protected:
  ErasingScheduleTest() {
    for (const char* name : {"a", "b", "c", "d"}) {
      EXPECT_TRUE(store_.Add(name));
    }
    EXPECT_TRUE(store_.Compact());
    Publish();
  }

  void Publish() { catalog_.Publish("c", store_.Pin()); }
  void Remove(const std::string& name) {
    ASSERT_TRUE(store_.Remove(name));
    Publish();
  }

  ManualClock clocks_;
  tests::TemporaryFolder folder_;
  StoreDriver store_{StoreOptions{.state_dir = folder_.path() / "state",
                                  .clock = clocks_.reader()}};
  Catalog catalog_{folder_.path() / "state" / "collections"};
  ForwardClock clock_{clocks_.reader()};
  ErasingSchedule schedule_{catalog_, clock_, hours(24)};
  const std::chrono::sys_seconds start_ = clocks_.wall();
};

TEST_F(ErasingScheduleTest, HasNothingToDoWhereNothingWasRemoved) {
  EXPECT_FALSE(schedule_.Next());
  EXPECT_EQ(schedule_.Pending().documents, 0u);
  EXPECT_FALSE(schedule_.Pending().due);
}

TEST_F(ErasingScheduleTest, BeginsAfterThreeQuartersOfTheTime) {
  Remove("a");
  const auto next = schedule_.Next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->collection, "c");
  EXPECT_EQ(next->segment, store_.Pin()->segments()[0].stored->number);
  EXPECT_EQ(next->begins, start_ + hours(18));
}

TEST_F(ErasingScheduleTest, CountsFromTheFirstRemovalOfASegment) {
  Remove("a");
  clocks_.Pass(hours(5));
  Remove("b");
  EXPECT_EQ(schedule_.Next()->begins, start_ + hours(18));
}

TEST_F(ErasingScheduleTest, TellsWhatIsLeftAndUntilWhen) {
  Remove("a");
  clocks_.Pass(hours(1));
  Remove("b");
  const PendingErasure pending = schedule_.Pending();
  EXPECT_EQ(pending.documents, 2u);
  EXPECT_EQ(pending.text_bytes, TextOf("a").size() + TextOf("b").size());
  EXPECT_EQ(pending.due, start_ + hours(24));
}

TEST_F(ErasingScheduleTest, TellsTheTimeThatTheWallClockWillShow) {
  Remove("a");
  clocks_.Pass(hours(2));
  clocks_.SetWallBy(-hours(100));
  EXPECT_EQ(schedule_.Pending().due, clocks_.wall() + hours(22));
}

TEST_F(ErasingScheduleTest, AFailureOfTheDiskIsTriedAgainSoon) {
  Remove("a");
  clocks_.Pass(hours(18));
  schedule_.Done(*schedule_.Next(), NoRoomToMerge("/c", 20480, 1024));
  EXPECT_EQ(schedule_.Next()->begins, clocks_.wall() + minutes(1));
  EXPECT_NE(schedule_.Pending().problem.find("20 KiB"), std::string::npos);
  schedule_.Done(*schedule_.Next(), {});
  EXPECT_EQ(schedule_.Pending().problem, "");
}

TEST_F(ErasingScheduleTest, DamageIsNotReadAgainEveryMinute) {
  Remove("a");
  clocks_.Pass(hours(18));
  schedule_.Done(*schedule_.Next(), CorruptError("/c/1.segment", {}));
  EXPECT_EQ(schedule_.Next()->begins, clocks_.wall() + hours(1));
}

TEST_F(ErasingScheduleTest, FilesThatCannotBeRemovedAreToBeErasedAtOnce) {
  catalog_.remaining_documents = 3;
  catalog_.remaining_text_bytes = 500;
  EXPECT_EQ(schedule_.Next()->segment, ErasingSchedule::kRemains);
  EXPECT_LE(schedule_.Next()->begins, clocks_.wall());
  EXPECT_EQ(schedule_.Pending().documents, 3u);
  EXPECT_EQ(schedule_.Pending().text_bytes, 500u);
  EXPECT_EQ(schedule_.Pending().due, clocks_.wall());
}

TEST_F(ErasingScheduleTest, ABackupThatNobodyHoldsIsRemovedAfterAMinute) {
  catalog_.backup_since = clocks_.wall();
  EXPECT_EQ(schedule_.Next()->segment, ErasingSchedule::kRemains);
  EXPECT_EQ(schedule_.Next()->begins, clocks_.wall() + minutes(1));
  clocks_.Pass(minutes(1));
  schedule_.Done(*schedule_.Next(), Busy("A backup is being written."));
  EXPECT_EQ(schedule_.Next()->begins, clocks_.wall() + minutes(1));
  catalog_.backup_since = Catalog::kNoBackup;
  EXPECT_FALSE(schedule_.Next());
}

}  // namespace
}  // namespace answerbox::daemon
