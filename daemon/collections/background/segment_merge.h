// One merge, from its inputs to a new segment file in their place, and what
// runs merges for the maintenance thread (MergeRunner).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daemon/collections/background/merge_policy.h"
#include "daemon/collections/changes/change_queue.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/snapshots/state_directory.h"
#include "daemon/error.h"

namespace answerbox::daemon {

[[nodiscard]] SegmentShape ShapeOf(const Snapshot::Segment& segment);

// Returns the bytes on the disk that a merge takes before its inputs are
// removed. This is an estimate: it assumes that removed documents are as long
// as live ones.
[[nodiscard]] std::uint64_t MergeRoomBytes(
    std::span<const Snapshot::Segment> inputs);

struct FinishedMerge {
  std::unique_ptr<SegmentFile> file;  // Removed unless it is kept.
  std::shared_ptr<const StoredSegment> segment;
};

// Writes the inputs' live documents into a new segment and syncs it. Pages of
// the inputs are returned to the kernel during the work.
//   step  called at times with the bytes written so far; returns false to stop
//         the merge with kShuttingDown
// Precondition: the inputs have a live document.
// Errors: kStorage (at once when the disk has no room), kCorrupt, kLimit,
// kShuttingDown.
[[nodiscard]] Result<FinishedMerge> Merge(
    std::span<const Snapshot::Segment> inputs,
    const std::filesystem::path& folder, std::uint64_t number,
    const std::function<bool(std::uint64_t)>& step);

// Returns `segments` with the inputs of a merge replaced by its result.
// Documents that were removed while the merge ran are marked as removed in the
// result. Returns nothing when the inputs are no longer there.
//   inputs  as they were when the merge began
//   began   when the merge began; counts as the time of these removals
[[nodiscard]] std::optional<std::vector<Snapshot::Segment>> ReplaceInputs(
    std::span<const Snapshot::Segment> segments,
    std::span<const Snapshot::Segment> inputs,
    std::shared_ptr<const StoredSegment> result,
    std::chrono::sys_seconds began);

// Merges segments and makes the writing thread replace them by the result. Only
// the maintenance thread uses it.
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
