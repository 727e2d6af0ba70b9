// The CPU time of real processes that serve a model, and of control groups.
#include "daemon/cascade/model_process.h"

#include <gtest/gtest.h>
#include <time.h>
#include <unistd.h>

#include "daemon/cascade/model_server.h"
#include "tests/daemon/cascade/fake_model_server.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Over = FakeModelServer::Over;

// Uses so much CPU time on this thread.
void Work(milliseconds time) {
  const auto now = [] {
    timespec value{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &value);
    return seconds(value.tv_sec) + std::chrono::nanoseconds(value.tv_nsec);
  };
  const auto end = now() + time;
  while (now() < end) {
  }
}

// The cost of asking a server that works for 20 ms.
ModelCost CostOver(Over over, const std::filesystem::path& cgroup = {}) {
  FakeModelServer fake(
      [](int connection, const std::string&) {
        Work(milliseconds(20));
        WriteAll(connection, StreamOf({"x"}));
      },
      over);
  ModelServer server({*ParseModelAddress(fake.address()), "", cgroup});
  EXPECT_TRUE(
      server.Generate({"Once"}, {ModelPatience::Clock::now() + seconds(20)}));
  return server.last_cost();
}

TEST(ModelCostTest, TheOtherEndOfAUnixSocketIsMetered) {
  const ModelCost cost = CostOver(Over::kUnixSocket);
  EXPECT_EQ(cost.meter, ModelMeter::kProcess);
  ASSERT_TRUE(cost.cpu_time);
  EXPECT_GE(*cost.cpu_time, milliseconds(20));
  EXPECT_LT(*cost.cpu_time, seconds(20));
  EXPECT_GT(cost.peak_memory_bytes.value_or(0), 1u << 20);
}

TEST(ModelCostTest, ByTcpItIsUnresolved) {
  const ModelCost cost = CostOver(Over::kTcp);
  EXPECT_EQ(cost.meter, ModelMeter::kUnresolved);
  EXPECT_FALSE(cost.cpu_time);
}

TEST(ModelCostTest, AControlGroupResolvesTcp) {
  const tests::FakeMachine machine;
  machine.Set("llama/cpu.stat", "usage_usec 1500");
  machine.Set("llama/memory.peak", "8192");
  const ModelCost cost = CostOver(Over::kTcp, machine.root() / "llama");
  EXPECT_EQ(cost.meter, ModelMeter::kCgroup);
  EXPECT_EQ(cost.cpu_time, microseconds(0));
  EXPECT_EQ(cost.peak_memory_bytes, 8192u);
}

TEST(ModelCostTest, AControlGroupThatIsNotThereIsUnresolved) {
  EXPECT_EQ(CostOver(Over::kTcp, "/nowhere").meter, ModelMeter::kUnresolved);
}

TEST(ModelMeteringTest, TheDifferenceCounts) {
  const tests::FakeMachine machine;
  ModelMetering metering(machine.root() / "llama");
  machine.Set("llama/cpu.stat", "usage_usec 1500");
  metering.Begin(0);
  machine.Set("llama/cpu.stat", "usage_usec 4000");
  EXPECT_EQ(metering.End().cpu_time, microseconds(2500));
  EXPECT_FALSE(metering.End().cpu_time);  // Nothing has begun.
}

TEST(ModelMeteringTest, AGroupThatWasMadeAnewIsUnresolved) {
  const tests::FakeMachine machine;
  ModelMetering metering(machine.root() / "llama");
  machine.Set("llama/cpu.stat", "usage_usec 1500");
  metering.Begin(0);
  machine.Set("llama/cpu.stat", "usage_usec 10");
  EXPECT_FALSE(metering.End().cpu_time);
}

TEST(ModelMeteringTest, AllThatANewProcessUsedCounts) {
  Work(milliseconds(5));
  ModelMetering metering({});
  metering.Begin(::getpid(), true);
  EXPECT_GE(metering.End().cpu_time, milliseconds(5));
}

}  // namespace
}  // namespace answerbox::daemon
