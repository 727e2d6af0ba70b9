#include "daemon/protocol/tcp/login_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace answerbox::daemon {
namespace {

class LoginQueueTest : public testing::Test {
 protected:
  LoginQueueTest() {
    EXPECT_TRUE(access_.Add(
        {"user:alice", *HashPassword(Password("right"), 1000), {}, {}, {}}));
    EXPECT_TRUE(access_.Add(
        {"user:bob", *HashPassword(Password("right"), 1000), {}, {}, {}}));
  }

  // The answer becomes an element of answers_: a name, or "no".
  void Check(const char* user, const std::string& password,
             const char* address = "192.0.2.7") {
    queue_.Check(
        user, Password(password), address,
        [this](const std::optional<Identity>& identity) {
          answers_.push_back(identity ? std::string(identity->local_name())
                                      : "no");
        },
        [this, address = std::string(address)] { return address != gone_; });
  }
  void RunUntilAnswers(std::size_t count) {
    while (answers_.size() < count) io_.run_one();
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_ = boost::asio::make_work_guard(io_);
  AccessControl access_;
  const std::unique_ptr<Logins> logins_ = *Logins::Make(access_, 1000);
  MemoryBudget memory_{4 << 20};
  ShareLog shares_;
  std::vector<std::string> failures_;
  std::vector<std::string> answers_;
  std::string gone_;  // An address whose clients have left.
  LoginQueue queue_{
      io_.get_executor(), *logins_, memory_, shares_,
      [this](std::string_view user, std::string_view address) {
        failures_.push_back(std::string(user) + " " + std::string(address));
      }};
};

TEST_F(LoginQueueTest, AnswersAfterTheCallAndTellsOfFailures) {
  Check("alice", "right");
  EXPECT_TRUE(answers_.empty());
  RunUntilAnswers(1);
  Check("alice", "wrong");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"alice", "no"}));
  EXPECT_EQ(failures_, (std::vector<std::string>{"alice 192.0.2.7"}));
}

TEST_F(LoginQueueTest, APasswordOfNoValidSizeFailsWithoutAHash) {
  Check("alice", "", "192.0.2.1");
  Check("bob", std::string(kMaxPasswordBytes + 1, 'x'), "192.0.2.2");
  RunUntilAnswers(2);
  EXPECT_EQ(failures_,
            (std::vector<std::string>{"alice 192.0.2.1", "bob 192.0.2.2"}));
}

TEST_F(LoginQueueTest, AFailureDelaysItsAddressButNobodyElse) {
  Check("alice", "wrong");
  RunUntilAnswers(1);
  Check("bob", "right");  // The address waits.
  Check("alice", "right", "192.0.2.1");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"no", "alice"}));
  io_.poll();
  EXPECT_EQ(answers_.size(), 2u);
}

TEST_F(LoginQueueTest, AFailureAtOneDoorDelaysItsAddressAtTheOthers) {
  LoginQueue other(io_.get_executor(), *logins_, memory_, shares_,
                   [](std::string_view, std::string_view) {});
  other.Check(
      "alice", Password("wrong"), "192.0.2.7",
      [this](const std::optional<Identity>&) { answers_.push_back("other"); },
      [] { return true; });
  RunUntilAnswers(1);
  Check("bob", "right");  // The address waits.
  Check("alice", "right", "192.0.2.1");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"other", "alice"}));
}

// The thread checks one after the other, so the order shows who waited.
TEST_F(LoginQueueTest, AddressesAreServedInTurn) {
  for (int i = 0; i < 20; ++i) Check("alice", "right", "192.0.2.1");
  Check("bob", "right", "192.0.2.2");
  RunUntilAnswers(3);
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "bob"), 1);
}

TEST_F(LoginQueueTest, NamesFromOneAddressAreServedInTurn) {
  for (int i = 0; i < 20; ++i) Check("alice", "right");
  Check("bob", "right");
  RunUntilAnswers(3);
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "bob"), 1);
}

TEST_F(LoginQueueTest, ARememberedLoginPassesByAllThatWait) {
  Check("bob", "right");
  RunUntilAnswers(1);
  for (int i = 0; i < 30; ++i) {
    const std::string address = "192.0.2." + std::to_string(100 + i);
    Check("alice", "wrong", address.c_str());
    Check("bob", "wrong", address.c_str());
  }
  Check("alice", "wrong");  // From bob's own address.
  Check("bob", "right");
  io_.poll();
  const auto bob = std::find(answers_.begin() + 1, answers_.end(), "bob");
  ASSERT_NE(bob, answers_.end());
  EXPECT_LE(bob - answers_.begin(), 3);
}

TEST_F(LoginQueueTest, ARememberedLoginIsNoHelpToWhoGuesses) {
  Check("bob", "right");
  RunUntilAnswers(1);
  Check("bob", "wrong");
  Check("bob", "right");  // Would be another guess.
  RunUntilAnswers(2);
  EXPECT_EQ(answers_.back(), "no");
}

// Else a thousand connections would have a thousand guesses for one delay.
TEST_F(LoginQueueTest, GuessesAtOnceWaitAsGuessesOneByOne) {
  for (int i = 0; i < 8; ++i) Check("alice", "wrong" + std::to_string(i));
  Check("bob", "right", "192.0.2.2");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"no", "bob"}));
  EXPECT_EQ(failures_.size(), 1u);
}

TEST_F(LoginQueueTest, PastTheBoundTheAddressWithMostGivesWay) {
  Check("alice", "");
  RunUntilAnswers(1);
  for (std::size_t i = 0; i < LoginQueue::kMaxWaiting + 50; ++i) {
    Check("alice", "");
  }
  Check("bob", "right", "192.0.2.2");
  while (std::count(answers_.begin(), answers_.end(), "bob") == 0) {
    io_.run_one();
  }
  EXPECT_EQ(shares_.Read(Shared::kLogins).holder, "192.0.2.7");
  EXPECT_LT(failures_.size(), answers_.size() - 1) << "some were not checked";
}

TEST_F(LoginQueueTest, NoHashIsComputedForWhoHasLeft) {
  Check("alice", "right");
  Check("alice", "wrong", "192.0.2.9");
  gone_ = "192.0.2.9";
  Check("bob", "right", "192.0.2.2");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"alice", "bob"}));
  EXPECT_TRUE(failures_.empty());
}

// It was compared with the password that was right before.
TEST_F(LoginQueueTest, LeavingMakesNoGuessFree) {
  Check("bob", "right");
  RunUntilAnswers(1);
  Check("alice", "right", "192.0.2.1");
  Check("bob", "wrong");
  gone_ = "192.0.2.7";
  RunUntilAnswers(3);
  EXPECT_EQ(failures_, std::vector<std::string>{"bob 192.0.2.7"});
}

TEST_F(LoginQueueTest, MemoryBoundsThoseThatWait) {
  ASSERT_TRUE(memory_.TryTake(memory_.limit_bytes() - 1000));
  Check("alice", "right");
  RunUntilAnswers(1);
  EXPECT_EQ(answers_.back(), "no");
  memory_.GiveBack(memory_.limit_bytes() - 1000);
  Check("alice", "right");
  EXPECT_GT(memory_.used_bytes(), 0u);
  RunUntilAnswers(2);
  EXPECT_EQ(answers_.back(), "alice");
  io_.poll();
  EXPECT_EQ(memory_.used_bytes(), 0u);
}

TEST_F(LoginQueueTest, StopGivesUpThoseThatWaitAndThoseBeingChecked) {
  Check("alice", "wrong");
  RunUntilAnswers(1);
  Check("alice", "right");             // Waits for its delay.
  Check("bob", "right", "192.0.2.2");  // Is being checked.
  io_.poll();
  queue_.Stop();
  work_.reset();
  io_.run();
  EXPECT_LE(answers_.size(), 2u);  // Bob's may have come with poll().
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "alice"), 0);
}

}  // namespace
}  // namespace answerbox::daemon
