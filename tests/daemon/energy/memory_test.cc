// Measuring a question allocates nothing from the heap.
#include <gtest/gtest.h>

#include "daemon/energy/accounts.h"
#include "daemon/energy/question_clock.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::daemon {
namespace {

TEST(EnergyMemory, AQuestionOfAKnownAccountUsesNoHeap) {
  AccountBook accounts;
  QuestionClock clock(1);
  static_cast<void>(accounts.Find("handbook", "unix:1000"));
  const std::uint64_t before = HeapAllocations();
  for (int i = 0; i < 10'000; ++i) {
    const QuestionClock::Run run(clock, accounts.Find("handbook", "unix:1000"));
  }
  EXPECT_EQ(HeapAllocations() - before, 0U);
}

}  // namespace
}  // namespace answerbox::daemon
