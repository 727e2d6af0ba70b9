#include "daemon/identity/login_guard.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const LoginGuard::TimePoint kStart{std::chrono::hours(1)};

TEST(LoginGuardTest, WhoHasNotFailedDoesNotWait) {
  const LoginGuard guard;
  EXPECT_EQ(guard.DelayOf("192.0.2.1", "alice", kStart), milliseconds(0));
}

TEST(LoginGuardTest, EachFailureDoublesTheDelayUpToTheLongest) {
  LoginGuard guard;
  LoginGuard::TimePoint now = kStart;
  for (const int expected : {1, 2, 4, 8, 16, 30, 30}) {
    guard.NoteFailure("192.0.2.1", "alice", now);
    const auto delay = guard.DelayOf("192.0.2.1", "alice", now);
    EXPECT_EQ(delay, seconds(expected));
    now += delay;
    EXPECT_EQ(guard.DelayOf("192.0.2.1", "alice", now), milliseconds(0));
  }
}

TEST(LoginGuardTest, AddressAndNameAreSlowedEachByItself) {
  LoginGuard guard;
  guard.NoteFailure("192.0.2.1", "alice", kStart);
  EXPECT_EQ(guard.DelayOf("192.0.2.1", "bob", kStart), seconds(1));
  for (const char* const other : {"192.0.2.3", "192.0.2.4"}) {
    EXPECT_EQ(guard.DelayOf("192.0.2.2", "alice", kStart), seconds(0));
    guard.NoteFailure(other, "alice", kStart);
  }
  guard.NoteFailure("192.0.2.5", "alice", kStart);
  EXPECT_EQ(guard.DelayOf("192.0.2.2", "alice", kStart), seconds(1));
  EXPECT_EQ(guard.DelayOf("192.0.2.2", "bob", kStart), seconds(0));
  // A name that looks like an address is not that address.
  EXPECT_EQ(guard.DelayOf("alice", "192.0.2.1", kStart), seconds(0));
}

TEST(LoginGuardTest, ManyThatFailAtOnceWaitNoLongerThanTheLongestDelay) {
  LoginGuard guard;
  for (int i = 0; i < 100; ++i) guard.NoteFailure("a", "alice", kStart);
  EXPECT_EQ(guard.DelayOf("a", "alice", kStart), LoginGuard::kLongestDelay);
}

TEST(LoginGuardTest, APairIsKnownAfterItsSuccessAndSlowedByItsOwnFailures) {
  LoginGuard guard;
  guard.NoteSuccess("192.0.2.1", "alice");
  EXPECT_TRUE(guard.Knows("192.0.2.1", "alice"));
  EXPECT_FALSE(guard.Knows("192.0.2.2", "alice"));
  guard.NoteFailure("192.0.2.2", "alice", kStart);
  guard.NoteFailure("192.0.2.1", "bob", kStart);
  EXPECT_EQ(guard.DelayOfPair("192.0.2.1", "alice", kStart), seconds(0));
  guard.NoteFailure("192.0.2.1", "alice", kStart);
  EXPECT_EQ(guard.DelayOfPair("192.0.2.1", "alice", kStart), seconds(1));
  for (std::size_t i = 0; i < LoginGuard::kMaxKnown; ++i) {
    guard.NoteSuccess("192.0.2.3", std::to_string(i));
  }
  EXPECT_FALSE(guard.Knows("192.0.2.1", "alice"));
}

TEST(LoginGuardTest, SuccessForgetsTheNameButNotTheAddress) {
  LoginGuard guard;
  for (int i = 0; i < 9; ++i) guard.NoteFailure("", "alice", kStart);
  guard.NoteFailure("192.0.2.1", "alice", kStart);
  guard.NoteSuccess("192.0.2.1", "alice");
  EXPECT_EQ(guard.DelayOf("192.0.2.2", "alice", kStart), seconds(0));
  EXPECT_EQ(guard.DelayOf("192.0.2.1", "alice", kStart), seconds(1));
}

TEST(LoginGuardTest, FailuresOfLongAgoAreForgotten) {
  LoginGuard guard;
  guard.NoteFailure("a", "alice", kStart);
  guard.NoteFailure("a", "alice", kStart);
  const auto later = kStart + LoginGuard::kMemory + seconds(5);
  guard.NoteFailure("a", "alice", later);
  EXPECT_EQ(guard.DelayOf("a", "alice", later), LoginGuard::kFirstDelay);
}

TEST(LoginGuardTest, TheTableIsBoundedAndKeepsTheWorst) {
  LoginGuard guard;
  for (int i = 0; i < 10; ++i) guard.NoteFailure("worst", "alice", kStart);
  for (int i = 0; i < 5'000; ++i) {
    guard.NoteFailure("", "name" + std::to_string(i), kStart);
  }
  guard.NoteFailure("", std::string(100'000, 'x'), kStart);
  EXPECT_EQ(guard.size(), LoginGuard::kMaxKeys);
  EXPECT_EQ(guard.DelayOf("worst", "x", kStart), LoginGuard::kLongestDelay);
  EXPECT_EQ(guard.DelayOf("x", "alice", kStart), LoginGuard::kLongestDelay);
}

}  // namespace
}  // namespace answerbox::daemon
