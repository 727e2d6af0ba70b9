// A segment of the old format, written anew from the text that it stores.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "daemon/collections/background/segment_merge.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// When a segment is tried again that there was no room on the disk for.
inline constexpr std::chrono::minutes kRebuildRetry{1};

struct RebuildSupport {
  std::filesystem::path folder;  // The collection's.
  std::size_t writer_memory_bytes = 0;
  std::function<std::uint64_t()> next_segment_number;
};

// Room on the disk that rebuilding takes before the segment goes: the new one,
// and its parts where it needs more than one.
[[nodiscard]] std::uint64_t RebuildRoomBytes(const Snapshot::Segment& segment);

// Writes the segment's live documents into a new segment, as if they were added
// anew, and syncs it. Its checksums are compared first, and the SHA-256 of each
// document as it is copied: by then the disk has read the text a second time.
// What takes more than `writer_memory_bytes` to index is written in parts,
// which are then merged.
//   step  called now and then with the bytes of text read so far; false: stop,
//         and give kShuttingDown
// Precondition: a live document.
// Errors: kCorrupt, as of the file alone: InFolder; kStorage, at once when the
// disk has not the room; kLimit, kShuttingDown.
[[nodiscard]] Result<FinishedMerge> Rebuild(
    const Snapshot::Segment& segment, const RebuildSupport& support,
    const std::function<bool(std::uint64_t)>& step);

}  // namespace answerbox::daemon
