// Gives work to the model one by one, on a thread of its own: no thread that
// answers questions ever waits for a model.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "daemon/cascade/model_options.h"
#include "daemon/cascade/model_server.h"

namespace answerbox::daemon {

struct ModelJob {
  // Bounds waiting and running together.
  ModelPatience::Clock::time_point deadline =
      ModelPatience::Clock::time_point::max();
  // False when the client has gone: the job is then cancelled. Called by any
  // thread, with a lock held, every kAskEvery. Empty: it is always awaited.
  std::function<bool()> is_awaited = {};
  // Called by the queue's thread. `patience` is for the server's calls: it ends
  // when the client goes, at the deadline, and when the queue stops.
  std::function<void(ModelServer& server, const ModelPatience& patience)> run;
  // Called by the queue's thread after `run`, when the job has given its place
  // to others: so who hears of its end here may submit the next one at once,
  // even in a queue of one. Empty: nothing is left to do.
  std::function<void()> finish = {};
  // Called instead of `run`, by any thread, without a lock held.
  // Failures: kCancelled, kSlow.
  std::function<void(const ModelFailure& failure)> drop;
};

// Safe to use from any thread, but for its construction and Stop.
class ModelQueue {
 public:
  // Starts the thread. Throws std::system_error when it can't be made.
  //   server    outlives this; used by the queue's thread alone
  //   capacity  jobs that run or wait, at least 1
  ModelQueue(ModelServer& server, std::size_t capacity);
  ~ModelQueue();  // Stops.
  ModelQueue(const ModelQueue&) = delete;
  ModelQueue& operator=(const ModelQueue&) = delete;

  // Appends a job: its `run` or its `drop` is then called once. Jobs that
  // nobody waits for give their places to others. Errors: kBusy when all places
  // are taken, kCancelled after Stop; neither function is called then.
  [[nodiscard]] ModelResult<void> Submit(ModelJob job);

  // The same for a job that goes on with the work of the running one: it takes
  // that one's place, but after the jobs that wait, so kBusy does not occur.
  // Precondition: called by the running job's `run`, at most once.
  [[nodiscard]] ModelResult<void> SubmitNext(ModelJob job);

  // Cancels the running job, drops all others, and ends the thread.
  void Stop();

  // Jobs that run or wait.
  [[nodiscard]] std::size_t size() const;

 private:
  using Clock = ModelPatience::Clock;
  struct Dropped {
    ModelJob job;
    ModelFailure failure;
  };

  void Run();
  void RunOne(ModelJob& job);
  // Logs what `work` throws.
  static void Guard(const std::function<void()>& work);
  // Takes out the jobs that nobody waits for and those that are late. With the
  // lock held.
  [[nodiscard]] std::deque<Dropped> TakeStale(Clock::time_point now);
  static void DropAll(std::deque<Dropped> dropped);

  ModelServer& server_;
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ModelJob> waiting_;
  bool is_running_ = false;
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
