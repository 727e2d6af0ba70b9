#include "daemon/cascade/model_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <new>
#include <optional>
#include <vector>

#include "tests/daemon/cascade/fake_model_server.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using Clock = ModelPatience::Clock;
using Outcome = ModelResult<Generated>;

// What one job came to. The queue is stopped before it is destroyed.
class Asked {
 public:
  [[nodiscard]] ModelJob Job(Clock::duration patience = seconds(20)) {
    ModelJob job;
    job.deadline = Clock::now() + patience;
    job.is_awaited = [this] { return is_awaited_.load(); };
    job.run = [this](ModelServer& server, const ModelPatience& waits) {
      begun_.set_value();
      outcome_.set_value(server.Generate({"Once"}, waits));
    };
    job.drop = [this](const ModelFailure& failure) {
      outcome_.set_value(failure);
    };
    return job;
  }
  void Leave() { is_awaited_ = false; }
  void WaitForBegin() { begun_.get_future().wait(); }
  [[nodiscard]] Outcome Get() {
    auto future = outcome_.get_future();
    if (future.wait_for(seconds(15)) != std::future_status::ready) {
      return ModelFailure{ModelFault::kInvalid, "no outcome in 15 seconds"};
    }
    return future.get();
  }

 private:
  std::atomic<bool> is_awaited_{true};
  std::promise<void> begun_;
  std::promise<Outcome> outcome_;
};

class ModelQueueTest : public testing::Test {
 protected:
  void Start(FakeModelServer::Script script, std::size_t capacity) {
    fake_.emplace(std::move(script));
    server_.emplace(ModelSettings{*ParseModelAddress(fake_->address())});
    queue_.emplace(*server_, capacity);
  }
  // A server that never answers.
  void StartWithHangingModel(std::size_t capacity) {
    Start([](int connection, const std::string&) { WaitForClient(connection); },
          capacity);
  }

  std::optional<FakeModelServer> fake_;
  std::optional<ModelServer> server_;
  std::optional<ModelQueue> queue_;
};

TEST_F(ModelQueueTest, RunsJobsInTheirOrderOneByOne) {
  Start([](int connection,
           const std::string&) { WriteAll(connection, StreamOf({"x"})); },
        3);
  std::vector<int> order;
  std::vector<std::promise<void>> done(3);
  for (int i = 0; i < 3; ++i) {
    ModelJob job;
    job.run = [&, i](ModelServer& server, const ModelPatience& patience) {
      EXPECT_TRUE(server.Generate({"Once"}, patience));
      order.push_back(i);
      done[static_cast<std::size_t>(i)].set_value();
    };
    ASSERT_TRUE(queue_->Submit(std::move(job)));
  }
  for (std::promise<void>& one : done) one.get_future().wait();
  queue_->Stop();
  EXPECT_THAT(order, ElementsAre(0, 1, 2));
}

TEST_F(ModelQueueTest, AFullQueueIsBusy) {
  StartWithHangingModel(2);
  Asked running, waiting, third;
  ASSERT_TRUE(queue_->Submit(running.Job()));
  ASSERT_TRUE(queue_->Submit(waiting.Job()));
  const auto submitted = queue_->Submit(third.Job());
  ASSERT_FALSE(submitted);
  EXPECT_EQ(submitted.error().fault, ModelFault::kBusy);
  EXPECT_THAT(submitted.error().message, HasSubstr("2 texts"));
  EXPECT_EQ(queue_->size(), 2u);
  queue_->Stop();
}

// Work in several parts lets others go first, and keeps its place.
TEST_F(ModelQueueTest, TheNextPartComesAfterThoseThatWaitEvenInAFullQueue) {
  Start([](int connection,
           const std::string&) { WriteAll(connection, StreamOf({"x"})); },
        1);
  std::vector<int> order;
  std::promise<void> is_first, is_pushed, done;
  ModelJob part;
  part.run = [&](ModelServer&, const ModelPatience&) {
    order.push_back(1);
    is_first.set_value();
    is_pushed.get_future().wait();
    ModelJob next;
    next.run = [&](ModelServer&, const ModelPatience&) {
      order.push_back(2);
      done.set_value();
    };
    EXPECT_TRUE(queue_->SubmitNext(std::move(next)));
  };
  ASSERT_TRUE(queue_->Submit(std::move(part)));
  is_first.get_future().wait();
  Asked other;
  EXPECT_EQ(queue_->Submit(other.Job()).error().fault, ModelFault::kBusy);
  is_pushed.set_value();
  done.get_future().wait();
  queue_->Stop();
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST_F(ModelQueueTest, WhoHearsOfAnEndFindsThePlaceFree) {
  StartWithHangingModel(1);
  std::promise<bool> is_free;
  ModelJob job;
  job.run = [](ModelServer&, const ModelPatience&) {};
  job.finish = [&] {
    ModelJob next;
    next.run = [](ModelServer&, const ModelPatience&) {};
    is_free.set_value(queue_->Submit(std::move(next)).has_value());
  };
  ASSERT_TRUE(queue_->Submit(std::move(job)));
  EXPECT_TRUE(is_free.get_future().get());
  queue_->Stop();
}

TEST_F(ModelQueueTest, ANextPartWaitsBehindAnotherText) {
  Start([](int connection,
           const std::string&) { WriteAll(connection, StreamOf({"x"})); },
        2);
  std::vector<int> order;
  std::promise<void> is_first, is_pushed, done;
  ModelJob part;
  part.run = [&](ModelServer&, const ModelPatience&) {
    order.push_back(1);
    is_first.set_value();
    is_pushed.get_future().wait();
    ModelJob next;
    next.run = [&](ModelServer&, const ModelPatience&) {
      order.push_back(3);
      done.set_value();
    };
    EXPECT_TRUE(queue_->SubmitNext(std::move(next)));
  };
  ASSERT_TRUE(queue_->Submit(std::move(part)));
  is_first.get_future().wait();
  ModelJob other;
  other.run = [&](ModelServer&, const ModelPatience&) { order.push_back(2); };
  ASSERT_TRUE(queue_->Submit(std::move(other)));
  is_pushed.set_value();
  done.get_future().wait();
  queue_->Stop();
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST_F(ModelQueueTest, AClientThatLeavesEndsItsGeneration) {
  StartWithHangingModel(2);
  Asked asked;
  ASSERT_TRUE(queue_->Submit(asked.Job()));
  asked.WaitForBegin();
  asked.Leave();
  EXPECT_EQ(asked.Get().error().fault, ModelFault::kCancelled);
  queue_->Stop();
}

TEST_F(ModelQueueTest, AClientThatLeavesGivesItsPlaceToAnother) {
  StartWithHangingModel(2);
  Asked running, gone, third;
  ASSERT_TRUE(queue_->Submit(running.Job()));
  running.WaitForBegin();
  ASSERT_TRUE(queue_->Submit(gone.Job()));
  gone.Leave();
  EXPECT_TRUE(queue_->Submit(third.Job()));
  EXPECT_EQ(gone.Get().error().fault, ModelFault::kCancelled);
  queue_->Stop();
}

TEST_F(ModelQueueTest, AJobWaitsNoLongerThanItsDeadline) {
  StartWithHangingModel(2);
  Asked running, impatient;
  ASSERT_TRUE(queue_->Submit(running.Job()));
  ASSERT_TRUE(queue_->Submit(impatient.Job(milliseconds(100))));
  const Outcome outcome = impatient.Get();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().fault, ModelFault::kSlow);
  EXPECT_THAT(outcome.error().message, HasSubstr("busy with other texts"));
  EXPECT_EQ(queue_->size(), 1u);  // The first still runs.
  queue_->Stop();
}

TEST_F(ModelQueueTest, StoppingCancelsTheRunningJobAndDropsTheOthers) {
  StartWithHangingModel(2);
  Asked running, waiting, late;
  ASSERT_TRUE(queue_->Submit(running.Job()));
  running.WaitForBegin();
  ASSERT_TRUE(queue_->Submit(waiting.Job()));
  queue_->Stop();
  const auto stopped = running.Get();
  EXPECT_EQ(stopped.error().fault, ModelFault::kCancelled);
  EXPECT_THAT(stopped.error().message, HasSubstr("is stopping"));
  EXPECT_THAT(waiting.Get().error().message, HasSubstr("is stopping"));
  EXPECT_EQ(queue_->Submit(late.Job()).error().fault, ModelFault::kCancelled);
}

TEST_F(ModelQueueTest, AJobThatThrowsDoesNotEndTheThread) {
  StartWithHangingModel(2);
  ModelJob job;
  job.run = [](ModelServer&, const ModelPatience&) { throw std::bad_alloc(); };
  ASSERT_TRUE(queue_->Submit(std::move(job)));
  Asked next;
  ASSERT_TRUE(queue_->Submit(next.Job()));
  next.WaitForBegin();
  next.Leave();
  EXPECT_FALSE(next.Get());
  queue_->Stop();
}

}  // namespace
}  // namespace answerbox::daemon
