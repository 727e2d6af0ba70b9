// The thread that does long work beside the writing thread: merging,
// compacting, erasing, verifying and scrubbing.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "daemon/collections/background/erasing_schedule.h"
#include "daemon/collections/background/merge_policy.h"
#include "daemon/collections/background/scrubber.h"
#include "daemon/collections/background/segment_merge.h"
#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/state_directory.h"

namespace answerbox::daemon {

struct CompactCollection {
  Progress progress;
  Completion<CollectionSummary> completion;
};

struct VerifyCollection {
  Progress progress;
  Completion<std::uint64_t> completion;
};

// Erases all documents that were removed from the collection so far.
struct EraseRemoved {
  Progress progress;
  Completion<void> completion;
};

class Maintenance {
 public:
  // The arguments outlive it.
  Maintenance(const StoreOptions& options, const StateDirectory& directory,
              Catalog& catalog, ChangeQueue& queue, const ForwardClock& clock);

  void Start();
  // Stops the work at its next step, refuses queued jobs (kShuttingDown), and
  // joins the thread.
  void Stop();

  // Notes that the collection changed: it may have segments to merge, or
  // documents to erase.
  void Consider(const std::string& collection);

  // Queues a job, or refuses it (kBusy, kShuttingDown) at once.
  void Submit(std::string collection, CompactCollection work);
  void Submit(std::string collection, VerifyCollection work);
  void Submit(std::string collection, EraseRemoved work);

  [[nodiscard]] bool merging() const noexcept { return merges_.merging(); }
  [[nodiscard]] PendingErasure pending_erasure() const {
    return erasing_.Pending();
  }

 private:
  struct Job {
    std::string collection;
    std::variant<CompactCollection, VerifyCollection, EraseRemoved> work;
  };
  using Lock = std::unique_lock<std::mutex>;

  void Push(Job job);
  void Run();
  // Each does one piece of work of its kind, with the lock released. False:
  // there is nothing to do now.
  bool RunJob(Lock& lock);
  bool RunErasing(Lock& lock);
  bool RunMerge(Lock& lock);
  bool RunScrubbing(Lock& lock);
  // Sleeps until work arrives, or until something is to be erased or scrubbed.
  void Sleep(Lock& lock);

  void Execute(const std::string& collection, CompactCollection work);
  void Execute(const std::string& collection, VerifyCollection work);
  void Execute(const std::string& collection, EraseRemoved work);

  // The functions below are in maintenance_work.cc. None of them holds mutex_
  // while it works.
  void MergeInBackground(const std::string& collection);
  [[nodiscard]] Result<void> EraseInBackground(
      const ErasingSchedule::Task& task);
  [[nodiscard]] Result<CollectionSummary> Compact(const std::string& collection,
                                                  const Progress& progress);
  [[nodiscard]] Result<std::uint64_t> Verify(const std::string& collection,
                                             const Progress& progress);
  // Reads all files. Adds their bytes to `done`, and reports it. Errors:
  // kShuttingDown.
  //   on_damage  called for each file that is damaged or can't be read
  [[nodiscard]] Result<void> VerifyPictures(
      const std::string& collection, const Snapshot& snapshot,
      const Progress& progress, std::uint64_t& done, std::uint64_t total,
      const std::function<void(const Error&)>& on_damage) const;
  [[nodiscard]] std::vector<SegmentShape> ShapesOf(
      std::span<const Snapshot::Segment> segments) const;
  [[nodiscard]] Result<void> Erase(const std::string& collection,
                                   const Progress& progress);
  // Rewrites the segment without its removed documents, if it has any.
  [[nodiscard]] Result<void> Rewrite(const std::string& collection,
                                     std::uint64_t number,
                                     const Progress& progress);
  [[nodiscard]] MergeRunner::Step StepOf(const Progress& progress,
                                         std::uint64_t done,
                                         std::uint64_t total) const;
  void ReportFault(const Error& error) const;

  const StoreOptions& options_;
  const StateDirectory& directory_;
  Catalog& catalog_;
  const ForwardClock& clock_;
  MergeRunner merges_;
  ErasingSchedule erasing_;
  Scrubber scrubber_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Job> jobs_;
  std::set<std::string> considered_;
  std::atomic<bool> stopping_ = false;
  // Numbers of segments that could not be merged. They are left alone until
  // restart.
  std::set<std::uint64_t> unmergeable_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
