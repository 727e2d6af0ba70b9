// Tasks that are posted while memory runs out.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <new>
#include <utility>

#include "platform/service/worker_threads.h"

namespace {

constexpr int kAll = -1;
// This thread's allocations that succeed before all fail.
thread_local int g_allocations = kAll;

}  // namespace

void* operator new(std::size_t bytes) {
  if (g_allocations == 0) throw std::bad_alloc();
  if (g_allocations != kAll) --g_allocations;
  void* const block = std::malloc(std::max<std::size_t>(bytes, 1));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace answerbox::platform {
namespace {

// Whether it was posted.
bool PostWith(int allocations, WorkerThreads& threads,
              WorkerThreads::Task task) {
  bool is_posted = false;
  g_allocations = allocations;
  try {
    is_posted = threads.Post(std::move(task));
  } catch (const std::bad_alloc&) {
    // Not posted.
  }
  g_allocations = kAll;
  return is_posted;
}

// No task may be left for a thread that comes later: who posted it was told
// that it is not done.
TEST(WorkerThreadsMemoryTest, ATaskThatFindsNoThreadIsNotDone) {
  for (int allocations = 0; allocations < 4; ++allocations) {
    WorkerThreads one(1, std::chrono::hours(1));
    std::atomic<int> done = 0;
    const bool is_posted = PostWith(allocations, one, [&done] { ++done; });
    EXPECT_TRUE(one.Post([] {}));
    one.Join();
    EXPECT_EQ(done, is_posted ? 1 : 0) << allocations;
  }
}

TEST(WorkerThreadsMemoryTest, ARunningThreadTakesWhatFindsNoOther) {
  for (int allocations = 0; allocations < 4; ++allocations) {
    WorkerThreads two(2, std::chrono::hours(1));
    std::promise<void> gate;
    EXPECT_TRUE(two.Post([&gate] { gate.get_future().wait(); }));
    std::atomic<int> done = 0;
    const bool is_posted = PostWith(allocations, two, [&done] { ++done; });
    gate.set_value();
    two.Join();
    EXPECT_EQ(done, is_posted ? 1 : 0) << allocations;
  }
}

}  // namespace
}  // namespace answerbox::platform
