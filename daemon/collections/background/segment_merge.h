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

// Room on the disk that merging takes before its inputs go, if documents that
// go are as long as those that stay.
[[nodiscard]] std::uint64_t MergeRoomBytes(
    std::span<const Snapshot::Segment> inputs);

struct FinishedMerge {
  std::unique_ptr<SegmentFile> file;  // Removed unless it is kept.
  std::shared_ptr<const StoredSegment> segment;
};

// Writes the inputs' live documents into a new segment and syncs it. Pages of
// the inputs are given back as the work goes on.
//   step  called now and then with the bytes written so far; false: stop, and
//         give kShuttingDown
// Precondition: a live document in the inputs.
// Errors: kStorage, at once when the disk has not the room; kCorrupt, kLimit,
// kShuttingDown.
[[nodiscard]] Result<FinishedMerge> Merge(
    std::span<const Snapshot::Segment> inputs,
    const std::filesystem::path& folder, std::uint64_t number,
    const std::function<bool(std::uint64_t)>& step);

// `segments` with the inputs of a merge replaced by its result: documents that
// were removed while it ran are removed from the result too. Gives nothing when
// the inputs are no longer there.
//   inputs  as they were when the merge began
//   began   when that was: what was removed meanwhile waits since then
[[nodiscard]] std::optional<std::vector<Snapshot::Segment>> ReplaceInputs(
    std::span<const Snapshot::Segment> segments,
    std::span<const Snapshot::Segment> inputs,
    std::shared_ptr<const StoredSegment> result,
    std::chrono::sys_seconds began);

}  // namespace answerbox::daemon
