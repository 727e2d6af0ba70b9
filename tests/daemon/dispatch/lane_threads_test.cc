#include "daemon/dispatch/lane_threads.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <future>

namespace answerbox::daemon {
namespace {

using std::chrono::seconds;
using Clock = LaneThreads::Clock;

TEST(LaneThreadsTest, FinishesWhatWasPostedBeforeItEnds) {
  int done = 0;
  LaneThreads lane(1);
  for (int i = 0; i < 100; ++i) {
    boost::asio::post(lane.get_executor(), [&done] { ++done; });
  }
  lane.Join();
  EXPECT_EQ(done, 100);
}

TEST(LaneThreadsTest, IsNotBusyWithoutWork) {
  LaneThreads lane(2);
  EXPECT_FALSE(lane.BusySince());
  { const LaneThreads::Work work(lane); }
  EXPECT_FALSE(lane.BusySince());
}

TEST(LaneThreadsTest, IsBusySinceItsOldestWorkBegan) {
  LaneThreads lane(3);
  const Clock::time_point start = Clock::now();
  const LaneThreads::Work late(lane, start + seconds(9));
  {
    const LaneThreads::Work early(lane, start);
    const LaneThreads::Work later(lane, start + seconds(10));
    EXPECT_EQ(lane.BusySince(), start);
  }
  EXPECT_EQ(lane.BusySince(), start + seconds(9));
}

TEST(LaneThreadsTest, OneThreadThatMovesDoesNotHideOneThatDoesNot) {
  LaneThreads lane(2);
  const Clock::time_point start = Clock::now();
  std::promise<void> began;
  std::promise<void> end;
  boost::asio::post(lane.get_executor(), [&] {
    const LaneThreads::Work stuck(lane, start);
    began.set_value();
    end.get_future().wait();
  });
  began.get_future().wait();
  for (int i = 1; i < 100; ++i) {
    const LaneThreads::Work quick(lane, start + seconds(i));
  }
  EXPECT_EQ(lane.BusySince(), start);
  end.set_value();
  lane.Join();
  EXPECT_FALSE(lane.BusySince());
}

}  // namespace
}  // namespace answerbox::daemon
