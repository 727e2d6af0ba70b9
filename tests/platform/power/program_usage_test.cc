#include "platform/power/program_usage.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "platform/power/attribute.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(ProgramUsageTest, TellsTheTimeAndMemoryOfThisProcess) {
  const auto before = ReadProcessUsage(::getpid());
  ASSERT_TRUE(before) << before.error().Describe();
  EXPECT_GT(before->cpu_time.count(), 0);
  EXPECT_GT(before->started, 0u);
  ASSERT_TRUE(before->peak_memory_bytes);
  EXPECT_GT(*before->peak_memory_bytes, 1u << 20);
  EXPECT_GE(*before->peak_memory_bytes, *before->memory_bytes);
  auto after = ReadProcessUsage(::getpid());
  while (after->cpu_time < before->cpu_time + milliseconds(2)) {
    after = ReadProcessUsage(::getpid());
  }
  EXPECT_EQ(after->started, before->started);
}

TEST(ProgramUsageTest, AProcessThatIsNotThereIsAnError) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(ReadProcessUsage(child));
  EXPECT_FALSE(ReadProcessUsage(0));
}

TEST(ProgramUsageTest, WithoutProcTheTimeIsKnownAllTheSame) {
  const tests::FakeMachine machine;
  const auto usage = ReadProcessUsage(::getpid(), machine.root());
  ASSERT_TRUE(usage);
  EXPECT_GT(usage->cpu_time.count(), 0);
  EXPECT_FALSE(usage->memory_bytes);
  EXPECT_EQ(usage->started, 0u);
}

TEST(ProgramUsageTest, AnyNameOfAProgramIsRead) {
  const tests::FakeMachine machine;
  const std::string folder = "proc/" + std::to_string(::getpid());
  machine.Set(folder + "/stat",
              "7 (a) R 1 (b) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 "
              "987654 1 2");
  machine.Set(folder + "/status",
              "Name:\ta\nVmHWM:\t    1000 kB\nVmRSS:\t     900 kB");
  const auto usage = ReadProcessUsage(::getpid(), machine.root());
  ASSERT_TRUE(usage);
  EXPECT_EQ(usage->started, 987654u);
  EXPECT_EQ(usage->peak_memory_bytes, 1'024'000u);
  EXPECT_EQ(usage->memory_bytes, 921'600u);
}

TEST(ProgramUsageTest, ReadsAControlGroup) {
  const tests::FakeMachine machine;
  machine.Set("llama/cpu.stat", "usage_usec 1500\nuser_usec 1000");
  machine.Set("llama/memory.current", "4096");
  machine.Set("llama/memory.peak", "8192");
  const auto usage = ReadCgroupUsage(machine.root() / "llama");
  ASSERT_TRUE(usage);
  EXPECT_EQ(usage->cpu_time, microseconds(1500));
  EXPECT_EQ(usage->memory_bytes, 4096u);
  EXPECT_EQ(usage->peak_memory_bytes, 8192u);
}

TEST(ProgramUsageTest, AnOldKernelTellsNoPeak) {
  const tests::FakeMachine machine;
  machine.Set("llama/cpu.stat", "usage_usec 1500");
  const auto usage = ReadCgroupUsage(machine.root() / "llama");
  ASSERT_TRUE(usage);
  EXPECT_FALSE(usage->memory_bytes);
  EXPECT_FALSE(usage->peak_memory_bytes);
}

TEST(ProgramUsageTest, AControlGroupWithoutTimeIsAnError) {
  const tests::FakeMachine machine;
  EXPECT_FALSE(ReadCgroupUsage(machine.root() / "llama"));
  for (const char* const text :
       {"", "usage_usec", "usage_usec x", "usage_usec 99999999999999999999",
        "user_usec 7\nsystem_usec 7"}) {
    machine.Set("llama/cpu.stat", text);
    const auto usage = ReadCgroupUsage(machine.root() / "llama");
    ASSERT_FALSE(usage) << text;
    EXPECT_TRUE(IsMalformed(usage.error()));
  }
}

}  // namespace
}  // namespace answerbox::platform
