#include "daemon/protocol/unix_socket/reply_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon {
namespace {

using Outcome = ReplyQueue::Outcome;

class ReplyQueueTest : public testing::Test {
 protected:
  static Outcome Append(ReplyQueue& queue, std::string_view line) {
    return queue.Append(std::span(&line, 1));
  }

  // Everything that waits, as a client would read it.
  static std::string Drain(ReplyQueue& queue) {
    std::string read;
    while (!queue.empty()) {
      const std::string_view part = queue.Front();
      read += part;
      queue.Consume(part.size());
    }
    return read;
  }

  MemoryBudget budget_{1000};
  ReplyQueue queue_{100, 0, budget_};
};

TEST_F(ReplyQueueTest, LinesLeaveInTheirOrder) {
  EXPECT_EQ(Append(queue_, "a\n"), Outcome::kAdded);
  EXPECT_EQ(Append(queue_, "b\n"), Outcome::kAdded);
  queue_.Consume(1);
  EXPECT_EQ(Append(queue_, "c\n"), Outcome::kAdded);
  EXPECT_EQ(Drain(queue_), "\nb\nc\n");
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.Front(), "");
}

TEST_F(ReplyQueueTest, LinesOfAnyLengthLeaveWhole) {
  MemoryBudget budget(std::size_t{4} << 20);
  ReplyQueue queue(std::size_t{2} << 20, 5000, budget);
  std::string sent;
  for (std::size_t size = 1; size < 100'000; size = size * 3 + 1) {
    const std::string line(size, static_cast<char>('a' + size % 26));
    ASSERT_EQ(Append(queue, line), Outcome::kAdded);
    sent += line;
  }
  EXPECT_EQ(queue.bytes(), sent.size());
  EXPECT_EQ(Drain(queue), sent);
  EXPECT_EQ(budget.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, ALineInPiecesLeavesAsOne) {
  MemoryBudget budget(std::size_t{1} << 20);
  ReplyQueue queue(std::size_t{1} << 20, 0, budget);
  std::string sent;
  // The pieces end at, before and after the end of a block.
  for (const std::size_t size : {4090u, 1u, 6u, 16'000u, 400u, 40'000u}) {
    const std::string middle(size, static_cast<char>('a' + size % 26));
    const std::array<std::string_view, 3> pieces{"head", middle, "}\n"};
    ASSERT_EQ(queue.Append(pieces), Outcome::kAdded);
    sent += "head" + middle + "}\n";
  }
  EXPECT_EQ(queue.bytes(), sent.size());
  EXPECT_EQ(Drain(queue), sent);
}

TEST_F(ReplyQueueTest, WhatIsBeingWrittenStaysWhereItIs) {
  MemoryBudget budget(std::size_t{1} << 20);
  ReplyQueue queue(std::size_t{1} << 20, 0, budget);
  ASSERT_EQ(Append(queue, "first\n"), Outcome::kAdded);
  const std::string_view being_written = queue.Front();
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(Append(queue, std::string(1000, 'x')), Outcome::kAdded);
  }
  EXPECT_EQ(being_written, "first\n");
}

TEST_F(ReplyQueueTest, FillsToItsBoundAndNoFurther) {
  EXPECT_EQ(Append(queue_, std::string(60, 'x')), Outcome::kAdded);
  EXPECT_EQ(queue_.Front().size(), 60u);
  EXPECT_EQ(Append(queue_, std::string(40, 'x')), Outcome::kAdded);
  EXPECT_EQ(Append(queue_, "x"), Outcome::kQueueFull);
  queue_.Consume(1);
  EXPECT_EQ(Append(queue_, "x"), Outcome::kAdded);
}

TEST_F(ReplyQueueTest, TheBudgetOfAllConnectionsCountsToo) {
  ASSERT_TRUE(budget_.TryTake(990));
  EXPECT_EQ(Append(queue_, std::string(10, 'x')), Outcome::kAdded);
  EXPECT_EQ(Append(queue_, "x"), Outcome::kBudgetFull);
}

TEST_F(ReplyQueueTest, TheBudgetBearsABlockUntilItsLastByteIsWritten) {
  ReplyQueue queue(100, 0, budget_);
  EXPECT_EQ(Append(queue, std::string(50, 'x')), Outcome::kAdded);
  queue.Consume(49);
  EXPECT_EQ(budget_.used_bytes(), 50u);
  queue.Consume(1);
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, GivesItsBudgetBack) {
  {
    ReplyQueue queue(100, 0, budget_);
    EXPECT_EQ(Append(queue, std::string(50, 'x')), Outcome::kAdded);
    queue.Consume(20);
  }
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, ItsOwnBytesAreThereWhenTheBudgetIsUsedUp) {
  ASSERT_TRUE(budget_.TryTake(1000));
  ReplyQueue queue(100, 30, budget_);
  EXPECT_EQ(Append(queue, std::string(30, 'x')), Outcome::kAdded);
  EXPECT_EQ(Append(queue, "x"), Outcome::kBudgetFull);
  ASSERT_EQ(queue.Front().size(), 30u);
  queue.Consume(30);
  EXPECT_EQ(Append(queue, "x"), Outcome::kAdded);
}

TEST_F(ReplyQueueTest, TheBudgetBearsWhatItsOwnBytesDoNot) {
  ReplyQueue queue(100, 30, budget_);
  ASSERT_EQ(Append(queue, std::string(50, 'x')), Outcome::kAdded);
  EXPECT_EQ(budget_.used_bytes(), 20u);
  queue.Consume(50);
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(ReplyQueueTest, FreeingForgetsWhatWaits) {
  ASSERT_EQ(Append(queue_, "a\n"), Outcome::kAdded);
  queue_.Consume(1);
  ASSERT_EQ(Append(queue_, "b\n"), Outcome::kAdded);
  queue_.Free();
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.Front(), "");
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
