// The thread for long work beside the writing thread: merging, compacting,
// erasing and verifying.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "daemon/collections/background/erasing_schedule.h"
#include "daemon/collections/background/merge_policy.h"
#include "daemon/collections/background/merge_runner.h"
#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/files/completion.h"
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

// Everything that was removed from the collection before.
struct EraseRemoved {
  Progress progress;
  Completion<void> completion;
};

class Maintenance {
 public:
  // Everything given outlives it.
  Maintenance(const StoreOptions& options, const StateDirectory& directory,
              Catalog& catalog, ChangeQueue& queue, const ForwardClock& clock);

  void Start();
  // Stops at the next step, refuses what waits (kShuttingDown), and joins.
  void Stop();

  // Something may be worth merging there, or is to be erased.
  void Consider(const std::string& collection);

  // Queues long work, or refuses it (kBusy, kShuttingDown) at once.
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
  // One piece of work of each kind, with the lock released; false: there is
  // none now.
  bool RunJob(Lock& lock);
  bool RunErasing(Lock& lock);
  bool RunMerge(Lock& lock);
  // Until something arrives, or something is to be erased or tried again.
  void Sleep(Lock& lock);
  // Preconditions: mutex_ is held.
  void ConsiderPutOff();
  [[nodiscard]] std::optional<std::chrono::sys_seconds> NextTime() const;

  void Execute(const std::string& collection, CompactCollection work);
  void Execute(const std::string& collection, VerifyCollection work);
  void Execute(const std::string& collection, EraseRemoved work);
  void MergeInBackground(const std::string& collection);

  [[nodiscard]] Result<CollectionSummary> Compact(const std::string& collection,
                                                  const Progress& progress);
  [[nodiscard]] Result<std::uint64_t> Verify(const std::string& collection,
                                             const Progress& progress);
  [[nodiscard]] std::vector<SegmentShape> ShapesOf(
      std::span<const Snapshot::Segment> segments) const;
  [[nodiscard]] Result<void> Erase(const std::string& collection,
                                   const Progress& progress);
  // Writes the segment anew if it has removed documents, without them.
  [[nodiscard]] Result<void> Rewrite(const std::string& collection,
                                     std::uint64_t number,
                                     const Progress& progress);
  [[nodiscard]] MergeRunner::Step StepOf(const Progress& progress,
                                         std::uint64_t done,
                                         std::uint64_t total) const;
  void ReportFault(const Error& error) const;
  // Writes a segment of the old format anew and installs that; false when there
  // is none that could be.
  bool RebuildInBackground(const std::string& collection,
                           const Snapshot& snapshot);
  // For want of room on the disk.
  void PutOffRebuild(const std::string& collection, std::uint64_t segment,
                     const Error& error);

  const StoreOptions& options_;
  const StateDirectory& directory_;
  Catalog& catalog_;
  const ForwardClock& clock_;
  MergeRunner merges_;
  ErasingSchedule erasing_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Job> jobs_;
  std::set<std::string> considered_;
  // Collections to consider again, and when.
  std::map<std::string, std::chrono::sys_seconds> put_off_;
  std::atomic<bool> stopping_ = false;
  // Segments that could not be merged or rebuilt, by number: left alone until
  // restart.
  std::set<std::uint64_t> unmergeable_;
  // Segments whose rebuilding was put off, which was reported.
  std::set<std::uint64_t> without_room_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
