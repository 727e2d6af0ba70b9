#include "daemon/collections/background/maintenance.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

// Returns a function that reports progress to the board and to `progress`. Both
// outlive it.
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
      erasing_(catalog, clock, options.erase_after),
      scrubber_(catalog, directory, options.scrub_every, options.scrub_pause) {}

void Maintenance::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Maintenance::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  // The thread is joined before queued jobs are refused: the running job still
  // completes itself.
  if (thread_.joinable()) thread_.join();
  // No lock is needed: the thread has ended, and Push accepts no more.
  for (Job& job : jobs_) {
    std::visit([](auto& work) { work.completion(ShuttingDown()); }, job.work);
  }
}

void Maintenance::Consider(const std::string& collection) {
  {
    const std::lock_guard lock(mutex_);
    // This is a set, so that many commits of a collection are examined at once.
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
      // The queue is bounded like that of changes, as each job holds a reply.
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
    // Jobs go first: somebody waits for them, and nobody for erasing and
    // merging.
    if (RunJob(lock)) continue;
    // Erasing and merging take turns, so that neither waits for ever.
    const bool has_erased = RunErasing(lock);
    const bool has_merged = RunMerge(lock);
    if (!has_erased && !has_merged && !RunScrubbing(lock)) Sleep(lock);
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
  // Erasing begins before it is due, so that there is time to try again.
  if (!task || task->begins > clock_.Now()) return false;
  lock.unlock();
  const Result<void> erased = EraseInBackground(*task);
  // An interrupted task has not failed.
  if (!stopping_) erasing_.Done(*task, erased);
  lock.lock();
  return true;
}

bool Maintenance::RunMerge(Lock& lock) {
  if (stopping_ || considered_.empty()) return false;
  const std::string collection =
      // The entry is taken out before the work: a commit meanwhile adds it
      // again.
      std::move(considered_.extract(considered_.begin()).value());
  lock.unlock();
  MergeInBackground(collection);
  lock.lock();
  return true;
}

bool Maintenance::RunScrubbing(Lock& lock) {
  const auto next = scrubber_.next();
  if (stopping_ || !next || *next > Scrubber::Clock::now()) return false;
  lock.unlock();
  if (const auto read = scrubber_.ReadPiece(); !read) ReportFault(read.error());
  lock.lock();
  return true;
}

void Maintenance::Sleep(Lock& lock) {
  const auto has_work = [&] {
    return stopping_ || !jobs_.empty() || !considered_.empty();
  };
  const auto erasing = erasing_.Next();
  const auto scrubbing = scrubber_.next();
  if (!erasing && !scrubbing) return arrived_.wait(lock, has_work);
  // The sleep is bounded, as the wall clock may be set while this thread
  // sleeps.
  std::chrono::milliseconds wait = kLongestErasingSleep;
  if (erasing) {
    wait = std::min<std::chrono::milliseconds>(wait,
                                               erasing->begins - clock_.Now());
  }
  if (scrubbing) {
    wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(
                              *scrubbing - Scrubber::Clock::now()));
  }
  arrived_.wait_for(lock, std::max(wait, std::chrono::milliseconds(0)),
                    has_work);
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
