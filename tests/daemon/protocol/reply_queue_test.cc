#include "daemon/protocol/reply_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon {
namespace {

class ReplyQueueTest : public testing::Test {
 protected:
  MemoryBudget budget_{1000};
  ReplyQueue queue_{100, budget_};
};

TEST_F(ReplyQueueTest, LinesLeaveInTheirOrder) {
  EXPECT_TRUE(queue_.TryAppend("a\n"));
  EXPECT_TRUE(queue_.TryAppend("b\n"));
  EXPECT_EQ(queue_.Front(), "a\nb\n");
  EXPECT_TRUE(queue_.TryAppend("c\n"));
  queue_.Consume(1);
  EXPECT_EQ(queue_.Front(), "\nb\n");
  queue_.Consume(3);
  EXPECT_EQ(queue_.Front(), "c\n");
  queue_.Consume(2);
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.Front(), "");
}

TEST_F(ReplyQueueTest, FillsToItsBoundAndNoFurther) {
  EXPECT_TRUE(queue_.TryAppend(std::string(60, 'x')));
  EXPECT_EQ(queue_.Front().size(), 60u);
  EXPECT_TRUE(queue_.TryAppend(std::string(40, 'x')));
  EXPECT_FALSE(queue_.TryAppend("x"));
  queue_.Consume(1);
  EXPECT_TRUE(queue_.TryAppend("x"));
}

TEST_F(ReplyQueueTest, TheBudgetOfAllConnectionsCountsToo) {
  ASSERT_TRUE(budget_.TryTake(990));
  EXPECT_TRUE(queue_.TryAppend(std::string(10, 'x')));
  EXPECT_FALSE(queue_.TryAppend("x"));
}

TEST_F(ReplyQueueTest, GivesItsBudgetBack) {
  {
    ReplyQueue queue(100, budget_);
    EXPECT_TRUE(queue.TryAppend(std::string(50, 'x')));
    EXPECT_EQ(queue.Front().size(), 50u);
    queue.Consume(20);
    EXPECT_EQ(budget_.used_bytes(), 30u);
  }
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
