#include "daemon/dispatch/reply.h"

#include <gtest/gtest.h>

#include <new>
#include <optional>

namespace answerbox::daemon {
namespace {

class ReplyObjectTest : public testing::Test {
 protected:
  Reply Make() {
    return {[this](Result<std::string> result) {
              if (failures_ > 0 && failures_-- > 0) throw std::bad_alloc();
              ++count_;
              last_.emplace(std::move(result));
            },
            [this](const WorkDone&) { ++progress_; },
            [this] { return is_awaited_; }};
  }

  int count_ = 0;
  int progress_ = 0;
  int failures_ = 0;  // Remaining failures of sending.
  bool is_awaited_ = true;
  std::optional<Result<std::string>> last_;
};

TEST_F(ReplyObjectTest, TheFirstAnswerOfAllCopiesCounts) {
  const Reply reply = Make();
  const Reply copy = reply;
  copy.Send(std::string("1"));
  reply.Send(std::string("2"));
  EXPECT_EQ(count_, 1);
  EXPECT_EQ(**last_, "1");
}

TEST_F(ReplyObjectTest, WhatIsNeverAnsweredGetsAnInternalError) {
  {
    const Reply reply = Make();
    const Reply copy = reply;
  }
  EXPECT_EQ(count_, 1);
  EXPECT_EQ(last_->error().kind, ErrorKind::kInternal);
}

TEST_F(ReplyObjectTest, AnAnswerThatFindsNoMemoryGivesWayToAnError) {
  failures_ = 1;
  Make().Send(std::string("1"));
  ASSERT_EQ(count_, 1);
  EXPECT_EQ(last_->error().kind, ErrorKind::kInternal);
}

TEST_F(ReplyObjectTest, WhereNotEvenAnErrorCanBeSentTheProcessEnds) {
  EXPECT_DEATH(
      {
        failures_ = 2;
        Make().Send(std::string("1"));
      },
      "");
}

TEST_F(ReplyObjectTest, AfterTheAnswerThereIsNoProgress) {
  const Reply reply = Make();
  reply.Progress({1, 2});
  reply.Send(std::string("1"));
  reply.Progress({2, 2});
  EXPECT_EQ(progress_, 1);
}

TEST_F(ReplyObjectTest, TellsWhetherAnybodyWaitsForIt) {
  const Reply reply = Make();
  EXPECT_TRUE(reply.is_awaited());
  is_awaited_ = false;
  EXPECT_FALSE(reply.is_awaited());
}

}  // namespace
}  // namespace answerbox::daemon
