#include <algorithm>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/manifest.h"

namespace answerbox::daemon {
namespace {

std::chrono::sys_seconds RemovedSince(const ManifestSegment& entry,
                                      const OpeningTimes& times) {
  const auto since = entry.removed_since.value_or(times.now);
  // The clock was set back since then. How long the removal has waited is
  // unknown, so it is due now.
  if (since <= times.now) return since;
  return std::max(std::chrono::sys_seconds(), times.now - times.erase_after);
}

}  // namespace

Result<Snapshot::Segment> OpenNamedSegment(const std::filesystem::path& folder,
                                           const ManifestSegment& entry,
                                           const CollectionSettings& settings,
                                           const OpeningTimes& times) {
  auto stored = OpenStoredSegment(folder, entry.number);
  if (!stored) return stored.error();
  const engine::SegmentReader& reader = (*stored)->reader;
  const char* field = nullptr;
  if ((*stored)->file.bytes().size() != entry.file_bytes) field = "file size";
  if (reader.counts().documents != entry.documents) field = "document count";
  if (reader.profile() != settings.profile) field = "profile";
  if (!(reader.chunking() == settings.chunking)) field = "chunking";
  if (field != nullptr) {
    return CorruptError(folder / (*stored)->file_name,
                        {engine::ErrorCode::kCorrupt, field, 0});
  }
  engine::DocumentSet removed(entry.documents);
  for (const DocumentRange& range : entry.removed) {
    for (std::uint32_t at = range.first; at <= range.last; ++at) {
      removed.Insert(at);
    }
  }
  return Snapshot::Segment{std::move(*stored), std::move(removed),
                           RemovedSince(entry, times)};
}

}  // namespace answerbox::daemon
