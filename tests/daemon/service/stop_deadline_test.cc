// A stop that hangs, and one that does not. The process that hangs is a child.
#include "daemon/service/stop_deadline.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using Clock = StopDeadline::Clock;

constexpr DispatchBounds kImpatient{.stall = milliseconds(300)};

std::ptrdiff_t Threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                       {});
}

class StopDeadlineTest : public testing::Test {
 protected:
  StopDeadlineTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  AccessControl access_;
  Dispatcher dispatcher_{kImpatient, LaneSizes{}, access_};
};

TEST_F(StopDeadlineTest, WorkThatHangsEndsTheProcess) {
  const auto hang = [this] {
    dispatcher_.Watch("writes documents",
                      [since = Clock::now()] { return std::optional(since); });
    StopDeadline deadline(dispatcher_);
    deadline.Begin(milliseconds(0));
    while (true) ::pause();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(1),
              "<3>ending without having stopped: a thread that writes "
              "documents has been at one request for [0-9]+ s\n");
}

TEST_F(StopDeadlineTest, AStopInWhichNothingMovesEndsTheProcess) {
  const auto hang = [this] {
    StopDeadline deadline(dispatcher_);
    deadline.Begin(milliseconds(1));
    while (true) ::pause();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(1),
              "<3>ending without having stopped: nothing has moved for 0 s\n");
}

TEST_F(StopDeadlineTest, ASignalThatWasBlockedAtTheStartEndsTheProcessToo) {
  const auto hang = [this] {
    sigset_t alarm;
    ::sigemptyset(&alarm);
    ::sigaddset(&alarm, SIGALRM);
    ::pthread_sigmask(SIG_BLOCK, &alarm, nullptr);
    StopDeadline deadline(dispatcher_);
    deadline.Begin(milliseconds(0));
    for (int i = 0; i < 20; ++i) ::usleep(100'000);
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(1), "nothing has moved for 0 s");
}

TEST_F(StopDeadlineTest, WorkThatMovesIsFinishedHoweverLongItTakes) {
  std::atomic<int> looks = 0;
  dispatcher_.Watch("writes documents", [&looks] {
    ++looks;
    return std::optional(Clock::now());
  });
  StopDeadline deadline(dispatcher_);
  deadline.Begin(milliseconds(0));
  while (looks < 8) ::pause();  // More than twice the patience.
}

TEST_F(StopDeadlineTest, TheGraceIsNotCutShort) {
  const auto begin = Clock::now();
  std::atomic<bool> is_looked_at = false;
  dispatcher_.Watch("writes documents", [&] {
    is_looked_at = true;
    return std::optional(Clock::now());
  });
  StopDeadline deadline(dispatcher_);
  deadline.Begin(milliseconds(500));
  while (!is_looked_at) ::pause();
  EXPECT_GE(Clock::now() - begin, milliseconds(500));
}

TEST_F(StopDeadlineTest, WatchingTakesNoThread) {
  const auto before = Threads();
  StopDeadline deadline(dispatcher_);
  deadline.Begin(milliseconds(0));
  EXPECT_EQ(Threads(), before);
}

}  // namespace
}  // namespace answerbox::daemon
