// Opens the segment that a manifest names.
#pragma once

#include <filesystem>

#include "daemon/collections/snapshots/manifest.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Times that the removals of a manifest are compared with.
struct OpeningTimes {
  std::chrono::sys_seconds now{};
  std::chrono::seconds erase_after{0};
};

// Opens a segment and compares it with its entry in the manifest, which repeats
// what the segment says: a file of another collection or time is not mistaken
// for it. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<Snapshot::Segment> OpenNamedSegment(
    const std::filesystem::path& folder, const ManifestSegment& entry,
    const CollectionSettings& settings, const OpeningTimes& times);

}  // namespace answerbox::daemon
