// Merges segments and makes the writing thread replace them by the result. Only
// the maintenance thread uses it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "daemon/collections/background/segment_merge.h"
#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/state_directory.h"

namespace answerbox::daemon {

class MergeRunner {
 public:
  // Called at times with the bytes written so far. False stops the merge.
  using Step = std::function<bool(std::uint64_t)>;

  // The arguments outlive it.
  MergeRunner(const StateDirectory& directory, Catalog& catalog,
              ChangeQueue& queue, const ForwardClock& clock)
      : directory_(directory),
        catalog_(catalog),
        queue_(queue),
        clock_(clock) {}

  // Merges `inputs` and returns the number of the result. Returns 0 when none
  // of the inputs is in the collection any more. Errors: kNotFound when the
  // collection was removed, kStorage, kCorrupt, kLimit; kShuttingDown when
  // `step` gave false.
  [[nodiscard]] Result<std::uint64_t> Run(const std::string& collection,
                                          std::vector<Snapshot::Segment> inputs,
                                          const Step& step);

  // Returns when the writing thread has carried out all earlier changes and
  // removed the files that nobody needs any more. Errors: kStorage.
  [[nodiscard]] Result<void> AwaitRemains(const std::string& collection);

  // Makes the writing thread compare the collection's small files with memory.
  // Returns their bytes. Errors: kNotFound; those of Collection::VerifyFiles.
  [[nodiscard]] Result<std::uint64_t> AwaitVerifiedFiles(
      const std::string& collection);

  [[nodiscard]] bool merging() const noexcept { return merging_; }

 private:
  // Returns the result of Run after the merge failed with `error`.
  [[nodiscard]] Result<std::uint64_t> Judge(
      const std::string& collection,
      const std::vector<Snapshot::Segment>& inputs, Error error);

  const StateDirectory& directory_;
  Catalog& catalog_;
  ChangeQueue& queue_;
  const ForwardClock& clock_;
  std::atomic<bool> merging_ = false;
};

}  // namespace answerbox::daemon
