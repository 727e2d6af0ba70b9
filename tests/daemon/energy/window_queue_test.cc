#include "daemon/energy/window_queue.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

ClosedWindow WindowOf(std::size_t questions) {
  ClosedWindow closed;
  closed.completed.resize(questions);
  return closed;
}

// A log whose disk stalls until the test releases it.
class WindowQueueTest : public testing::Test {
 protected:
  void Start() {
    queue_ = std::make_unique<WindowQueue>(
        [this](std::string_view sensor, const ClosedWindow& closed) {
          taken_.push_back(std::string(sensor) + " " +
                           std::to_string(closed.completed.size()));
          if (taken_.size() == 1) has_stalled_.set_value();
          gate_.wait();
        },
        [this](std::uint64_t questions) { told_.push_back(questions); },
        thread_);
  }
  // Returns when the queue has taken the first window and the disk has stalled.
  void Stall() {
    Start();
    queue_->Add("pmic", WindowOf(1));
    has_stalled_.get_future().wait();
  }
  void End() {
    goes_on_.set_value();
    queue_.reset();
  }

  platform::WorkerThreads thread_{1, std::chrono::seconds(5)};
  std::unique_ptr<WindowQueue> queue_;
  // Used by the thread; read it after End.
  std::vector<std::string> taken_;
  std::vector<std::uint64_t> told_;

 private:
  std::promise<void> goes_on_;
  std::promise<void> has_stalled_;
  std::shared_future<void> gate_ = goes_on_.get_future().share();
};

TEST_F(WindowQueueTest, GivesWindowsInTheOrderTheyCame) {
  Stall();
  queue_->Add("pmic", WindowOf(2));
  queue_->Add("pmic", WindowOf(3));
  End();
  EXPECT_EQ(taken_, (std::vector<std::string>{"pmic 1", "pmic 2", "pmic 3"}));
  EXPECT_TRUE(told_.empty());
}

TEST_F(WindowQueueTest, AStalledDiskMakesNobodyWaitAndIsToldOf) {
  Stall();
  queue_->Add("pmic", WindowOf(WindowQueue::kMaxQuestions));
  queue_->Add("pmic", WindowOf(7));
  queue_->Add("pmic", WindowOf(1));
  EXPECT_EQ(queue_->lost(), 8U);
  End();
  EXPECT_EQ(taken_.size(), 2U);
  EXPECT_EQ(told_, (std::vector<std::uint64_t>{8}));
}

TEST_F(WindowQueueTest, AWindowAloneIsTakenHoweverManyQuestionsItHas) {
  Stall();
  queue_->Add("pmic", WindowOf(3 * WindowQueue::kMaxQuestions));
  EXPECT_EQ(queue_->lost(), 0U);
  End();
  EXPECT_EQ(taken_.back(), "pmic 12288");
}

TEST_F(WindowQueueTest, WindowsForWhichThereIsNoThreadAreGivenAtTheEnd) {
  thread_.Join();
  Start();
  queue_->Add("pmic", WindowOf(2));
  queue_->Add("pmic", WindowOf(3));
  EXPECT_TRUE(taken_.empty());
  End();
  EXPECT_EQ(taken_, (std::vector<std::string>{"pmic 2", "pmic 3"}));
}

}  // namespace
}  // namespace answerbox::daemon
