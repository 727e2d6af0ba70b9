#include "daemon/collections/background/maintenance.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

// Reports progress to the board and to `progress`. Both outlive the result.
Progress Both(JobBoard::Job& job, const Progress& progress) {
  return [&job, &progress](std::uint64_t done, std::uint64_t total) {
    job.Advance(done, total);
    if (progress) progress(done, total);
  };
}

}  // namespace

Maintenance::Maintenance(const StoreOptions& options,
                         const StateDirectory& directory, Catalog& catalog,
                         ChangeQueue& queue, const ForwardClock& clock)
    : options_(options),
      directory_(directory),
      catalog_(catalog),
      clock_(clock),
      merges_(directory, catalog, queue, clock),
      erasing_(catalog, clock, options.erase_after) {}

void Maintenance::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Maintenance::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  // Joined before the queued jobs are refused: the running one still completes
  // its own.
  if (thread_.joinable()) thread_.join();
  // No lock: the thread is gone, and Push takes no more.
  for (Job& job : jobs_) {
    std::visit([](auto& work) { work.completion(ShuttingDown()); }, job.work);
  }
}

void Maintenance::Consider(const std::string& collection) {
  {
    const std::lock_guard lock(mutex_);
    // A set, so that many commits are looked at once.
    considered_.insert(collection);
  }
  arrived_.notify_one();
}

void Maintenance::Submit(std::string collection, CompactCollection work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Submit(std::string collection, VerifyCollection work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Submit(std::string collection, EraseRemoved work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Push(Job job) {
  std::optional<Error> refusal;
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      refusal = ShuttingDown();
    } else if (jobs_.size() >= options_.max_queued_changes) {
      refusal = Busy("Too much long work is waiting already: try again.");
    } else {
      // Bounded like changes: each job holds a reply that waits.
      jobs_.push_back(std::move(job));
    }
  }
  if (refusal) {
    std::visit([&](auto& work) { work.completion(*refusal); }, job.work);
  } else {
    arrived_.notify_one();
  }
}

void Maintenance::Run() {
  Lock lock(mutex_);
  while (!stopping_) {
    // Somebody waits for a job, and nobody for erasing and merging.
    if (RunJob(lock)) continue;
    // One piece of each in turn, so that neither waits for ever.
    const bool has_erased = RunErasing(lock);
    const bool has_merged = RunMerge(lock);
    if (!has_erased && !has_merged) Sleep(lock);
  }
}

bool Maintenance::RunJob(Lock& lock) {
  if (stopping_ || jobs_.empty()) return false;
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  lock.unlock();
  std::visit([&](auto& work) { Execute(job.collection, std::move(work)); },
             job.work);
  lock.lock();
  return true;
}

bool Maintenance::RunErasing(Lock& lock) {
  if (stopping_) return false;
  const auto task = erasing_.Next();
  // Erasing begins before it is due, with time to spare for trying again.
  if (!task || task->begins > clock_.Now()) return false;
  lock.unlock();
  const Result<void> erased = EraseInBackground(*task);
  // A task that was stopped has not failed.
  if (!stopping_) erasing_.Done(*task, erased);
  lock.lock();
  return true;
}

bool Maintenance::RunMerge(Lock& lock) {
  if (stopping_ || considered_.empty()) return false;
  const std::string collection =
      // Taken out before the work: a commit meanwhile puts it in again.
      std::move(considered_.extract(considered_.begin()).value());
  lock.unlock();
  MergeInBackground(collection);
  lock.lock();
  return true;
}

void Maintenance::Sleep(Lock& lock) {
  const auto has_work = [&] {
    return stopping_ || !jobs_.empty() || !considered_.empty();
  };
  const auto next = erasing_.Next();
  if (!next) return arrived_.wait(lock, has_work);
  // A bounded sleep, since the wall clock may be set while this thread sleeps.
  const auto wait = std::clamp<std::chrono::seconds>(
      next->begins - clock_.Now(), std::chrono::seconds(0),
      kLongestErasingSleep);
  arrived_.wait_for(lock, wait, has_work);
}

void Maintenance::Execute(const std::string& collection,
                          CompactCollection work) {
  JobBoard::Job job(options_.jobs, JobKind::kCompact, collection);
  work.completion(Compact(collection, Both(job, work.progress)));
}

void Maintenance::Execute(const std::string& collection,
                          VerifyCollection work) {
  JobBoard::Job job(options_.jobs, JobKind::kVerify, collection);
  work.completion(Verify(collection, Both(job, work.progress)));
}

void Maintenance::Execute(const std::string& collection, EraseRemoved work) {
  JobBoard::Job job(options_.jobs, JobKind::kErase, collection);
  work.completion(Erase(collection, Both(job, work.progress)));
}

}  // namespace answerbox::daemon
