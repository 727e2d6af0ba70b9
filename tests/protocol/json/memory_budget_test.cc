#include "protocol/json/memory_budget.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace answerbox::protocol {
namespace {

TEST(MemoryBudgetTest, GivesUpToItsLimit) {
  MemoryBudget budget(10);
  EXPECT_TRUE(budget.TryTake(4));
  EXPECT_TRUE(budget.TryTake(6));
  EXPECT_FALSE(budget.TryTake(1));
  EXPECT_TRUE(budget.TryTake(0));
  budget.GiveBack(6);
  EXPECT_TRUE(budget.TryTake(6));
}

TEST(MemoryBudgetTest, AHugeSizeDoesNotWrapAround) {
  MemoryBudget budget(10);
  ASSERT_TRUE(budget.TryTake(10));
  EXPECT_FALSE(budget.TryTake(SIZE_MAX));
  EXPECT_EQ(budget.used_bytes(), 10u);
}

TEST(MemoryBudgetTest, AShareLeavesTheRestOfTheWhole) {
  MemoryBudget whole(10);
  MemoryBudget share(4, whole);
  EXPECT_TRUE(share.TryTake(4));
  EXPECT_FALSE(share.TryTake(1));
  EXPECT_TRUE(whole.TryTake(6));
  share.GiveBack(4);
  EXPECT_EQ(whole.used_bytes(), 6u);
}

TEST(MemoryBudgetTest, AShareTakesNothingWhenTheWholeIsUsedUp) {
  MemoryBudget whole(10);
  MemoryBudget share(4, whole);
  ASSERT_TRUE(whole.TryTake(8));
  EXPECT_FALSE(share.TryTake(3));
  EXPECT_EQ(share.used_bytes(), 0u);
  EXPECT_TRUE(share.TryTake(2));
}

TEST(MemoryBudgetTest, ALesserLimitGivesNothingBeforeEnoughCameBack) {
  MemoryBudget budget(10);
  ASSERT_TRUE(budget.TryTake(8));
  budget.SetLimit(4);
  EXPECT_FALSE(budget.TryTake(1));
  budget.GiveBack(5);
  EXPECT_TRUE(budget.TryTake(1));
  EXPECT_FALSE(budget.TryTake(1));
}

TEST(MemoryBudgetTest, ManyThreadsNeverPassTheLimit) {
  MemoryBudget budget(3);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10'000; ++j) {
        if (!budget.TryTake(2)) continue;
        EXPECT_LE(budget.used_bytes(), 3u);
        budget.GiveBack(2);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(budget.used_bytes(), 0u);
}

TEST(MemoryBudgetTest, TheHeapWithinItThrowsPastIt) {
  MemoryBudget budget(100);
  BudgetedHeap heap(budget);
  void* const memory = heap.allocate(100, 8);
  EXPECT_THROW((void)heap.allocate(1, 8), std::bad_alloc);
  heap.deallocate(memory, 100, 8);
  EXPECT_EQ(budget.used_bytes(), 0u);
}

}  // namespace
}  // namespace answerbox::protocol
