// One merge, from its inputs to a new segment file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "daemon/collections/background/merge_policy.h"
#include "daemon/collections/files/segment_file.h"
#include "daemon/collections/snapshots/snapshot.h"
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

}  // namespace answerbox::daemon
