#include "platform/service/worker_threads.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

namespace answerbox::platform {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(WorkerThreadsTest, FinishesWhatWasPostedBeforeItEnds) {
  std::vector<int> done;
  WorkerThreads one(1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(one.Post([&done, i] { done.push_back(i); }));
  }
  one.Join();
  ASSERT_EQ(done.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(WorkerThreadsTest, ATaskMayPostWhileTheThreadsEnd) {
  std::promise<void> joining;
  int done = 0;
  WorkerThreads one(1, hours(1));
  EXPECT_TRUE(one.Post([&, gate = joining.get_future().share()] {
    gate.wait();
    EXPECT_TRUE(one.Post([&done] { ++done; }));
  }));
  joining.set_value();
  one.Join();
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(one.Post([&done] { ++done; }));
  EXPECT_EQ(done, 1);
}

TEST(WorkerThreadsTest, AThreadThatIdledHasEndedAndAnotherIsMade) {
  WorkerThreads one(1, milliseconds(0));
  std::vector<std::thread::id> threads;
  for (int i = 0; i < 50; ++i) {
    std::promise<void> done;
    EXPECT_TRUE(one.Post([&] {
      threads.push_back(std::this_thread::get_id());
      done.set_value();
    }));
    done.get_future().wait();
  }
  one.Join();
  EXPECT_EQ(threads.size(), 50U);
}

TEST(WorkerThreadsTest, AsManyTasksRunAtOnceAsThereMayBeThreads) {
  WorkerThreads two(2, hours(1));
  std::promise<void> first;
  std::promise<void> second;
  // Each waits for the other one.
  EXPECT_TRUE(two.Post([&] {
    first.set_value();
    second.get_future().wait();
  }));
  EXPECT_TRUE(two.Post([&] {
    second.set_value();
    first.get_future().wait();
  }));
  two.Join();
  EXPECT_FALSE(two.BusySince());
}

TEST(WorkerThreadsTest, OneThreadThatMovesDoesNotHideOneThatDoesNot) {
  WorkerThreads two(2);
  EXPECT_FALSE(two.BusySince());
  std::promise<void> began;
  std::promise<void> end;
  EXPECT_TRUE(two.Post([&] {
    began.set_value();
    end.get_future().wait();
  }));
  began.get_future().wait();
  const auto since = two.BusySince();
  ASSERT_TRUE(since);
  for (int i = 1; i < 100; ++i) {
    std::promise<void> done;
    EXPECT_TRUE(two.Post([&] { done.set_value(); }));
    done.get_future().wait();
  }
  EXPECT_EQ(two.BusySince(), since);
  end.set_value();
  two.Join();
  EXPECT_FALSE(two.BusySince());
}

TEST(WorkerThreadsTest, WhatATaskHoldsIsFreedWhenItIsDone) {
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = held;
  WorkerThreads one(1);
  EXPECT_TRUE(one.Post([held = std::move(held)] {}));
  while (!watched.expired()) std::this_thread::yield();
}

}  // namespace
}  // namespace answerbox::platform
