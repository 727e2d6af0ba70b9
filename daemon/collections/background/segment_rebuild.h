// Writes a segment of the old format anew from the text that it stores.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "daemon/collections/background/segment_merge.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Time until a rebuild is tried again after the disk had no room for it.
inline constexpr std::chrono::minutes kRebuildRetry{1};

struct RebuildSupport {
  std::filesystem::path folder;  // The collection's.
  std::size_t writer_memory_bytes = 0;
  std::function<std::uint64_t()> next_segment_number;
};

// Bytes on the disk that a rebuild takes before the old segment is removed: the
// new segment, and its parts if there are several.
[[nodiscard]] std::uint64_t RebuildRoomBytes(const Snapshot::Segment& segment);

// Writes the segment's live documents into a new segment, as if they were added
// anew, and syncs it. All checksums are compared first. The SHA-256 of each
// document is compared as it is copied, because the disk then reads the text a
// second time. A segment that takes more than `writer_memory_bytes` to index is
// written in parts, which are then merged.
//   step  called at times with the bytes of text read so far; false: stop,
//         and give kShuttingDown
// Precondition: the segment has a live document.
// Errors: kCorrupt (names the file without its folder: see InFolder), kStorage
// (at once when the disk has no room), kLimit, kShuttingDown.
[[nodiscard]] Result<FinishedMerge> Rebuild(
    const Snapshot::Segment& segment, const RebuildSupport& support,
    const std::function<bool(std::uint64_t)>& step);

}  // namespace answerbox::daemon
