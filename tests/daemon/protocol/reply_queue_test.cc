#include "daemon/protocol/reply_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon {
namespace {

using Outcome = ReplyQueue::Outcome;

class ReplyQueueTest : public testing::Test {
 protected:
  MemoryBudget budget_{1000};
  ReplyQueue queue_{100, 0, budget_};
};

TEST_F(ReplyQueueTest, LinesLeaveInTheirOrder) {
  EXPECT_EQ(queue_.Append("a\n"), Outcome::kAdded);
  EXPECT_EQ(queue_.Append("b\n"), Outcome::kAdded);
  EXPECT_EQ(queue_.Front(), "a\nb\n");
  EXPECT_EQ(queue_.Append("c\n"), Outcome::kAdded);
  queue_.Consume(1);
  EXPECT_EQ(queue_.Front(), "\nb\n");
  queue_.Consume(3);
  EXPECT_EQ(queue_.Front(), "c\n");
  queue_.Consume(2);
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.Front(), "");
}

TEST_F(ReplyQueueTest, FillsToItsBoundAndNoFurther) {
  EXPECT_EQ(queue_.Append(std::string(60, 'x')), Outcome::kAdded);
  EXPECT_EQ(queue_.Front().size(), 60u);
  EXPECT_EQ(queue_.Append(std::string(40, 'x')), Outcome::kAdded);
  EXPECT_EQ(queue_.Append("x"), Outcome::kQueueFull);
  queue_.Consume(1);
  EXPECT_EQ(queue_.Append("x"), Outcome::kAdded);
}

TEST_F(ReplyQueueTest, TheBudgetOfAllConnectionsCountsToo) {
  ASSERT_TRUE(budget_.TryTake(990));
  EXPECT_EQ(queue_.Append(std::string(10, 'x')), Outcome::kAdded);
  EXPECT_EQ(queue_.Append("x"), Outcome::kBudgetFull);
}

TEST_F(ReplyQueueTest, GivesItsBudgetBack) {
  {
    ReplyQueue queue(100, 0, budget_);
    EXPECT_EQ(queue.Append(std::string(50, 'x')), Outcome::kAdded);
    EXPECT_EQ(queue.Front().size(), 50u);
    queue.Consume(20);
    EXPECT_EQ(budget_.used_bytes(), 30u);
  }
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, ItsOwnBytesAreThereWhenTheBudgetIsUsedUp) {
  ASSERT_TRUE(budget_.TryTake(1000));
  ReplyQueue queue(100, 30, budget_);
  EXPECT_EQ(queue.Append(std::string(30, 'x')), Outcome::kAdded);
  EXPECT_EQ(queue.Append("x"), Outcome::kBudgetFull);
  ASSERT_EQ(queue.Front().size(), 30u);
  queue.Consume(1);
  EXPECT_EQ(queue.Append("x"), Outcome::kAdded);
}

TEST_F(ReplyQueueTest, TheBudgetBearsWhatItsOwnBytesDoNot) {
  ReplyQueue queue(100, 30, budget_);
  ASSERT_EQ(queue.Append(std::string(50, 'x')), Outcome::kAdded);
  EXPECT_EQ(budget_.used_bytes(), 20u);
  ASSERT_EQ(queue.Front().size(), 50u);
  queue.Consume(15);
  EXPECT_EQ(budget_.used_bytes(), 5u);
  queue.Consume(35);
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, FreeingForgetsWhatWaits) {
  ASSERT_EQ(queue_.Append("a\n"), Outcome::kAdded);
  ASSERT_EQ(queue_.Front(), "a\n");
  queue_.Consume(1);
  ASSERT_EQ(queue_.Append("b\n"), Outcome::kAdded);
  queue_.Free();
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.Front(), "");
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
