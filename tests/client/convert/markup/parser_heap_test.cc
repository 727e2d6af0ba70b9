#include "client/convert/markup/parser_heap.h"

#include <gtest/gtest.h>

#include <cstring>

namespace answerbox::client {
namespace {

using std::chrono::nanoseconds;

TEST(ParserHeap, EndsAParseThatTakesMoreThanTheBudget) {
  ParserBudget budget(10'000);
  ParserHeap heap(budget);
  int allocations = 0;
  EXPECT_FALSE(heap.Run([&] {
    while (true) {
      std::memset(heap.Allocate(1'000), 1, 1'000);
      ++allocations;
    }
  }));
  EXPECT_EQ(allocations, 9);  // The heap's own needs count.
}

TEST(ParserHeap, EndsAParseWhoseTimeIsOver) {
  ParserBudget budget(10'000, nanoseconds(0));
  ParserHeap heap(budget);
  EXPECT_FALSE(heap.Run([&heap] { (void)heap.Allocate(1); }));
}

TEST(ParserHeap, GivesBackWhatIsReleased) {
  ParserBudget budget(10'000);
  ParserHeap heap(budget);
  EXPECT_TRUE(heap.Run([&heap] {
    heap.Release(nullptr);
    for (int i = 0; i < 100; ++i) heap.Release(heap.Allocate(9'000));
  }));
}

TEST(ParserHeap, GivesBackEverythingAtItsEnd) {
  ParserBudget budget(10'000);
  for (int i = 0; i < 3; ++i) {
    ParserHeap heap(budget);
    EXPECT_TRUE(heap.Run([&heap] { (void)heap.Allocate(9'000); }));
  }
}

TEST(ParserHeap, KeepsTheBytesOfMemoryThatGrows) {
  ParserBudget budget(10'000);
  ParserHeap heap(budget);
  ASSERT_TRUE(heap.Run([&heap] {
    auto* bytes = static_cast<char*>(heap.Reallocate(nullptr, 4));
    std::memcpy(bytes, "abc", 4);
    bytes = static_cast<char*>(heap.Reallocate(bytes, 400));
    EXPECT_STREQ(bytes, "abc");
  }));
}

}  // namespace
}  // namespace answerbox::client
