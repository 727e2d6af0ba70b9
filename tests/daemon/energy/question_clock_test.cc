#include "daemon/energy/question_clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Uses the processor until the question has used this much CPU time.
void Work(const QuestionClock::Run& run, nanoseconds cpu_time) {
  while (run.cpu_time() < cpu_time) {
  }
}

TEST(QuestionClockTest, AQuestionThatEndedIsTakenOnceWithItsTime) {
  QuestionClock clock(1);
  { Work(QuestionClock::Run(clock, 7), milliseconds(2)); }
  std::vector<QuestionUse> finished;
  clock.TakeFinished(finished);
  clock.TakeFinished(finished);
  ASSERT_EQ(finished.size(), 1U);
  EXPECT_EQ(finished[0].question, clock.last_question());
  EXPECT_EQ(finished[0].account, 7);
  EXPECT_GE(finished[0].cpu_time, milliseconds(2));
}

TEST(QuestionClockTest, AQueryIsToldFromAQuestion) {
  QuestionClock clock(1);
  { const QuestionClock::Run query(clock, 7, AskerTag{5}, true); }
  { const QuestionClock::Run question(clock, 7); }
  std::vector<QuestionUse> finished;
  clock.TakeFinished(finished);
  ASSERT_EQ(finished.size(), 2U);
  EXPECT_TRUE(finished[0].is_query);
  EXPECT_EQ(finished[0].asker, AskerTag{5});
  EXPECT_FALSE(finished[1].is_query);
  EXPECT_EQ(finished[1].asker, AskerTag::kNobody);
}

TEST(QuestionClockTest, AQuestionThatRunsIsListedWithItsTimeSoFar) {
  QuestionClock clock(1);
  const QuestionClock::Run run(clock, 1);
  Work(run, milliseconds(2));
  std::vector<QuestionUse> running;
  // Takes them on another thread, like the sampler.
  std::thread([&] { clock.ListRunning(running); }).join();
  ASSERT_EQ(running.size(), 1U);
  EXPECT_EQ(running[0].question, run.question());
  EXPECT_GE(running[0].cpu_time, milliseconds(2));
}

TEST(QuestionClockTest, AFedQuestionHasTheTimeThatItWasTold) {
  QuestionClock clock(1);
  {
    QuestionClock::Run run(clock, 3, QuestionClock::Run::Fed(), AskerTag{4},
                           true);
    run.Feed(milliseconds(40));
    run.Feed(milliseconds(30));  // A counter that went back is not believed.
    std::vector<QuestionUse> running;
    clock.ListRunning(running);
    ASSERT_EQ(running.size(), 1U);
    EXPECT_EQ(running[0].question, run.question());
    EXPECT_EQ(running[0].cpu_time, milliseconds(40));
    run.Feed(milliseconds(50));
  }
  std::vector<QuestionUse> finished;
  clock.TakeFinished(finished);
  ASSERT_EQ(finished.size(), 1U);
  EXPECT_EQ(finished[0].account, 3);
  EXPECT_EQ(finished[0].cpu_time, milliseconds(50));
  EXPECT_TRUE(finished[0].is_query);
  // The next question of the slot has its own clock again.
  const QuestionClock::Run own(clock, 1);
  Work(own, milliseconds(1));
  EXPECT_LT(own.cpu_time(), milliseconds(40));
}

TEST(QuestionClockTest, NothingRunsWhenAllHaveEnded) {
  QuestionClock clock(2);
  { const QuestionClock::Run run(clock, 1); }
  std::vector<QuestionUse> running;
  clock.ListRunning(running);
  EXPECT_TRUE(running.empty());
}

TEST(QuestionClockTest, WhatFindsNoRoomIsCounted) {
  QuestionClock clock(1);
  for (std::size_t i = 0; i < QuestionClock::kMaxWaiting + 3; ++i) {
    const QuestionClock::Run run(clock, 1);
  }
  std::vector<QuestionUse> finished;
  clock.TakeFinished(finished);
  EXPECT_EQ(finished.size(), QuestionClock::kMaxWaiting);
  EXPECT_EQ(clock.lost(), 3U);
}

TEST(QuestionClockTest, AQuestionWithoutASlotIsCounted) {
  QuestionClock clock(1);
  {
    const QuestionClock::Run first(clock, 1);
    const QuestionClock::Run second(clock, 1);
  }
  EXPECT_EQ(clock.lost(), 1U);
}

TEST(QuestionClockTest, EveryQuestionOfManyThreadsIsTakenOnce) {
  constexpr std::size_t kThreads = 3;
  constexpr std::size_t kQuestions = 5'000;
  QuestionClock clock(kThreads);
  std::atomic<std::size_t> working{kThreads};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = 0; n < kQuestions; ++n) {
        const QuestionClock::Run run(clock, 1);
      }
      --working;
    });
  }
  std::vector<QuestionUse> finished;
  std::vector<QuestionUse> running;
  std::size_t listed_after_taken = 0;
  while (working > 0) {
    const std::size_t taken_before = finished.size();
    const std::size_t listed_before = running.size();
    clock.TakeFinished(finished);
    clock.ListRunning(running);
    for (std::size_t i = listed_before; i < running.size(); ++i) {
      for (std::size_t n = taken_before; n < finished.size(); ++n) {
        if (finished[n].question == running[i].question) ++listed_after_taken;
      }
    }
  }
  for (std::thread& thread : threads) thread.join();
  clock.TakeFinished(finished);
  std::set<QuestionNumber> numbers;
  for (const QuestionUse& one : finished) numbers.insert(one.question);
  EXPECT_EQ(numbers.size(), finished.size());
  EXPECT_EQ(listed_after_taken, 0U);
  EXPECT_EQ(finished.size() + clock.lost(), kThreads * kQuestions);
  for (const QuestionUse& one : running) {
    EXPECT_LT(one.cpu_time, std::chrono::seconds(10));
  }
}

TEST(QuestionClockTest, AQuestionEndsWhenItIsFinished) {
  QuestionClock clock(1);
  std::vector<QuestionUse> finished;
  QuestionClock::Run run(clock, 5);
  const std::chrono::nanoseconds used = run.Finish();
  clock.TakeFinished(finished);
  ASSERT_EQ(finished.size(), 1U);
  EXPECT_EQ(finished[0].cpu_time, used);
  EXPECT_EQ(finished[0].account, 5);
}

}  // namespace
}  // namespace answerbox::daemon
