// The thread for long work beside the writing thread: merging, compacting and
// verifying.
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

#include "daemon/collections/catalog.h"
#include "daemon/collections/change_queue.h"
#include "daemon/collections/merge_policy.h"
#include "daemon/collections/state_directory.h"

namespace answerbox::daemon {

struct CompactCollection {
  Progress progress;
  Completion<CollectionSummary> completion;
};

struct VerifyCollection {
  Progress progress;
  Completion<std::uint64_t> completion;
};

class Maintenance {
 public:
  // Everything given outlives it.
  Maintenance(const StoreOptions& options, const StateDirectory& directory,
              Catalog& catalog, ChangeQueue& queue);

  void Start();
  // Stops at the next step, refuses what waits (kShuttingDown), and joins.
  void Stop();

  // Something may be worth merging there.
  void Consider(const std::string& collection);

  // Queues long work, or refuses it (kBusy, kShuttingDown) at once.
  void Submit(std::string collection, CompactCollection work);
  void Submit(std::string collection, VerifyCollection work);

  [[nodiscard]] bool merging() const noexcept { return merging_; }

 private:
  struct Job {
    std::string collection;
    std::variant<CompactCollection, VerifyCollection> work;
  };
  using Step = std::function<bool(std::uint64_t)>;

  void Push(Job job);
  void Run();
  void Execute(const std::string& collection, CompactCollection work);
  void Execute(const std::string& collection, VerifyCollection work);
  void MergeInBackground(const std::string& collection);

  [[nodiscard]] Result<CollectionSummary> Compact(const std::string& collection,
                                                  const Progress& progress);
  [[nodiscard]] Result<std::uint64_t> Verify(const std::string& collection,
                                             const Progress& progress);
  [[nodiscard]] std::vector<SegmentShape> ShapesOf(
      std::span<const Snapshot::Segment> segments) const;
  // Merges segments and has the writing thread install the result. Gives the
  // result's number; 0 when nothing was left to install.
  [[nodiscard]] Result<std::uint64_t> MergeAndInstall(
      const std::string& collection, std::vector<Snapshot::Segment> inputs,
      const Step& step);
  [[nodiscard]] Result<bool> Install(const std::string& collection,
                                     InstallMerge change);

  const StoreOptions& options_;
  const StateDirectory& directory_;
  Catalog& catalog_;
  ChangeQueue& queue_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Job> jobs_;
  std::set<std::string> considered_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> merging_ = false;
  // Segments that could not be merged, by number: left alone until restart.
  std::set<std::uint64_t> unmergeable_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
