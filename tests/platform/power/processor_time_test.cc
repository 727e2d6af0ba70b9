#include "platform/power/processor_time.h"

#include <gtest/gtest.h>

#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using std::chrono::nanoseconds;

constexpr const char* kSchedstat =
    "version 15\n"
    "timestamp 4296372017\n"
    "cpu0 0 0 0 0 0 0 9175321034 120053 311\n"
    "domain0 3 1 2 3 4 5 6 7 8\n"
    "cpu1 12 0 5 0 0 0 1000000006 7 8\n"
    "domain0 3 1 2 3 4 5 6 7 8\n";

TEST(RunTime, IsTheSumOfAllProcessors) {
  EXPECT_EQ(RunTime(kSchedstat), nanoseconds(10'175'321'040));
}

TEST(RunTime, IsNothingWhereTheFormatIsAnother) {
  for (const char* text :
       {"", "version 15", "version 15\n",
        "version 14\ncpu0 1 2 3 4 5 6 7 8 9\n",
        "version 15\ncpu0 1 2 3 4 5 6\n", "version 15\ncpu0\n",
        "version 15\ncpu0 0 0 0 0 0 0 x 0 0\n",
        "version 15\ncpu0 0 0 0 0 0 0 -7 0 0\n",
        "version 15\ncpu0 0 0 0 0 0 0 18446744073709551615 0 0\n"}) {
    EXPECT_FALSE(RunTime(text)) << text;
  }
}

TEST(RunTime, NoPrefixReadsPastItsEnd) {
  const std::string_view text = kSchedstat;
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string prefix(text.substr(0, size));
    const auto time = RunTime(prefix);
    EXPECT_TRUE(!time || *time <= nanoseconds(10'175'321'040)) << size;
  }
}

TEST(BusyTime, ComesFromTheSchedulerWhereItKeepsStatistics) {
  tests::FakeMachine machine;
  machine.Set("proc/stat", "cpu  3 0 0 1000 0 0 0 0 0 0\ncpu0 1 1 1 1");
  const auto by_ticks = ReadBusyTime(machine.root());
  ASSERT_TRUE(by_ticks);
  EXPECT_EQ(by_ticks->time, nanoseconds(3'000'000'000 / TicksPerSecond()));
  EXPECT_EQ(by_ticks->count, BusyCount::kTicks);
  machine.Set("proc/schedstat", kSchedstat);
  const auto exactly = ReadBusyTime(machine.root());
  ASSERT_TRUE(exactly);
  EXPECT_EQ(exactly->time, nanoseconds(10'175'321'040));
  EXPECT_EQ(exactly->count, BusyCount::kRunTime);
}

TEST(BusyTime, IsAnErrorWhereTheKernelSaysNothing) {
  const tests::FakeMachine machine;
  EXPECT_FALSE(ReadBusyTime(machine.root()));
}

}  // namespace
}  // namespace answerbox::platform
