#include "daemon/cascade/model_queue.h"

#include <cassert>
#include <exception>
#include <string>
#include <utility>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

ModelFailure Stopping() {
  return {ModelFault::kCancelled, "the daemon is stopping"};
}

}  // namespace

ModelQueue::ModelQueue(ModelServer& server, std::size_t capacity)
    : server_(server), capacity_(capacity), thread_([this] { Run(); }) {
  assert(capacity > 0);
}

ModelQueue::~ModelQueue() { Stop(); }

ModelResult<void> ModelQueue::Submit(ModelJob job) {
  std::deque<Dropped> stale;
  const ModelResult<void> submitted = [&]() -> ModelResult<void> {
    const std::lock_guard lock(mutex_);
    if (stop_.stop_requested()) return Stopping();
    const auto used = [this] {
      return waiting_.size() + static_cast<std::size_t>(is_running_);
    };
    // Only when there is no room: asking whether somebody still waits takes a
    // system call for each job.
    if (used() >= capacity_) stale = TakeStale(Clock::now());
    if (used() >= capacity_) {
      return ModelFailure{ModelFault::kBusy,
                          std::to_string(used()) +
                              " texts are generated or wait for the model; "
                              "ask again later, or set model_queue higher"};
    }
    waiting_.push_back(std::move(job));
    return {};
  }();
  // Without the lock: `drop` answers a request, whose client may submit the
  // next one at once.
  changed_.notify_one();
  DropAll(std::move(stale));
  return submitted;
}

ModelResult<void> ModelQueue::SubmitNext(ModelJob job) {
  const std::lock_guard lock(mutex_);
  assert(is_running_);
  if (stop_.stop_requested()) return Stopping();
  // The queue's thread is the caller: it will look for jobs by itself.
  waiting_.push_back(std::move(job));
  return {};
}

// Jobs that wait are dropped by the caller and not by the thread, which may be
// in a call until its socket is closed.
void ModelQueue::Stop() {
  if (!thread_.joinable()) return;
  std::deque<Dropped> dropped;
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    for (ModelJob& job : waiting_) {
      dropped.push_back({std::move(job), Stopping()});
    }
    waiting_.clear();
  }
  changed_.notify_one();
  DropAll(std::move(dropped));
  thread_.join();
}

std::size_t ModelQueue::size() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + static_cast<std::size_t>(is_running_);
}

void ModelQueue::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(
        lock, [this] { return stop_.stop_requested() || !waiting_.empty(); });
    if (stop_.stop_requested()) return;
    std::deque<Dropped> stale = TakeStale(Clock::now());
    std::optional<ModelJob> job;
    if (!waiting_.empty()) {
      job = std::move(waiting_.front());
      waiting_.pop_front();
      is_running_ = true;
    }
    lock.unlock();
    DropAll(std::move(stale));
    if (job) RunOne(*job);
    lock.lock();
    is_running_ = false;
    lock.unlock();
    // After the place was given back, and with the job still alive: `finish`
    // may use what the job holds.
    if (job && job->finish) Guard(job->finish);
    job.reset();
    lock.lock();
  }
}

void ModelQueue::RunOne(ModelJob& job) {
  ModelPatience patience;
  patience.deadline = job.deadline;
  patience.stop = stop_.get_token();
  // This thread asks while it waits for the model. It then also drops the jobs
  // behind that have become stale, so that they wait no longer than they want.
  patience.is_awaited = [this, &job] {
    std::deque<Dropped> stale;
    {
      const std::lock_guard lock(mutex_);
      stale = TakeStale(Clock::now());
    }
    DropAll(std::move(stale));
    return !job.is_awaited || job.is_awaited();
  };
  Guard([&] { job.run(server_, patience); });
}

void ModelQueue::Guard(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    platform::Log(
        platform::Priority::kError,
        std::string("a text for the model was given up: ") + error.what());
  }
}

// One pass that keeps the order of the rest. The queue has at most 64 jobs.
std::deque<ModelQueue::Dropped> ModelQueue::TakeStale(Clock::time_point now) {
  std::deque<Dropped> stale;
  std::deque<ModelJob> kept;
  for (ModelJob& job : waiting_) {
    if (job.is_awaited && !job.is_awaited()) {
      stale.push_back({std::move(job),
                       {ModelFault::kCancelled,
                        "nobody waits for the model's answer any more"}});
    } else if (job.deadline <= now) {
      stale.push_back({std::move(job),
                       {ModelFault::kSlow,
                        "the model was busy with other texts all the time"}});
    } else {
      kept.push_back(std::move(job));
    }
  }
  waiting_ = std::move(kept);
  return stale;
}

void ModelQueue::DropAll(std::deque<Dropped> dropped) {
  for (const Dropped& one : dropped) {
    if (one.job.drop) one.job.drop(one.failure);
  }
}

}  // namespace answerbox::daemon
