#include "daemon/collections/snapshots/collection.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/manifest.h"
#include "platform/file/atomic_file.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

Result<Manifest> ReadManifest(const std::filesystem::path& path) {
  auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() != ENOENT) return StorageError(file.error());
    return CorruptError(path, {engine::ErrorCode::kTruncated, "manifest", 0});
  }
  const auto bytes = file->bytes();
  auto manifest = ParseManifest(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!manifest) return CorruptError(path, manifest.error());
  return *manifest;
}

// The first byte at which the file differs from `expected`; 0 when it can't be
// read. Nothing: it is the same.
std::optional<std::uint64_t> FindDifference(const std::filesystem::path& path,
                                            std::string_view expected) {
  const auto file = platform::MappedFile::Open(path);
  if (!file) return 0;
  const std::string_view found = file->text();
  if (found == expected) return std::nullopt;
  const auto differ = std::ranges::mismatch(found, expected);
  return static_cast<std::uint64_t>(differ.in1 - found.begin());
}

std::chrono::sys_seconds RemovedSince(const ManifestSegment& entry,
                                      const OpeningTimes& times) {
  const auto since = entry.removed_since.value_or(times.now);
  // The clock was set back since: how long the removal has waited is unknown,
  // so it is due now.
  if (since <= times.now) return since;
  return std::max(std::chrono::sys_seconds(), times.now - times.erase_after);
}

// Opens a segment and compares it with its entry in the manifest.
Result<Snapshot::Segment> OpenSegment(const std::filesystem::path& folder,
                                      const ManifestSegment& entry,
                                      const CollectionSettings& settings,
                                      const OpeningTimes& times) {
  auto stored = OpenStoredSegment(folder, entry.number);
  if (!stored) return stored.error();
  const engine::SegmentReader& reader = (*stored)->reader;
  const char* field = nullptr;
  // The manifest repeats what the segment says, so that a file of another
  // collection or time is not taken for it.
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

bool IsLeftover(const std::string& name, const std::set<std::string>& live) {
  const std::string_view view = name;
  // Only names that this program makes. A file that somebody else put there
  // stays.
  return view.ends_with(platform::AtomicFile::kSuffix) ||
         ((view.ends_with(kSegmentExtension) ||
           view.ends_with(kSynonymsExtension) ||
           view.ends_with(kGuardExtension)) &&
          !live.contains(name));
}

Result<void> RemoveLeftovers(const std::filesystem::path& folder,
                             const Snapshot& snapshot) {
  std::set<std::string> live;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    live.insert(segment.stored->file_name);
  }
  if (const auto& synonyms = snapshot.settings().synonyms) {
    live.insert(synonyms->entry.file_name());
  }
  if (const auto& guard = snapshot.settings().guard) {
    live.insert(guard->entry.file_name());
  }
  auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    if (!IsLeftover(name, live)) continue;
    if (auto removed = platform::RemoveFile(folder / name); !removed) {
      return StorageError(removed.error());
    }
  }
  return {};
}

// Files of segments, synonyms and guard that `from` has and `other` has not.
std::vector<Collection::DoomedFile> FilesNotIn(const Snapshot& from,
                                               const Snapshot& other) {
  std::vector<Collection::DoomedFile> files;
  for (const Snapshot::Segment& segment : from.segments()) {
    const bool shared = std::any_of(
        other.segments().begin(), other.segments().end(),
        [&](const auto& kept) { return kept.stored == segment.stored; });
    if (shared) continue;
    const engine::SegmentCounts& counts = segment.stored->reader.counts();
    files.push_back(
        {segment.stored->file_name, {counts.documents, counts.text_bytes}});
  }
  const auto& synonyms = from.settings().synonyms;
  if (synonyms && synonyms != other.settings().synonyms) {
    files.push_back({synonyms->entry.file_name(), {}});
  }
  const auto& guard = from.settings().guard;
  if (guard && guard != other.settings().guard) {
    files.push_back({guard->entry.file_name(), {}});
  }
  return files;
}

}  // namespace

Result<Collection> Collection::Open(std::filesystem::path folder,
                                    std::uint64_t max_mapped_bytes,
                                    const OpeningTimes& times) {
  auto manifest = ReadManifest(folder / kManifestFileName);
  if (!manifest) return manifest.error();
  std::vector<Snapshot::Segment> segments;
  std::uint64_t left = max_mapped_bytes;
  for (const ManifestSegment& entry : manifest->segments) {
    // Before it is mapped: on a machine of 32 bits the address space may be
    // full.
    if (entry.file_bytes > left) return TooMuchToMap(folder.string());
    left -= entry.file_bytes;
    auto segment = OpenSegment(folder, entry, manifest->settings, times);
    if (!segment) return segment.error();
    segments.push_back(std::move(*segment));
  }
  if (manifest->synonyms) {
    auto synonyms = OpenSynonyms(folder, *manifest->synonyms);
    if (!synonyms) return synonyms.error();
    manifest->settings.synonyms = std::move(*synonyms);
  }
  if (manifest->guard) {
    auto guard = OpenGuard(folder, *manifest->guard);
    if (!guard) return guard.error();
    manifest->settings.guard = std::move(*guard);
  }
  auto snapshot = std::make_shared<const Snapshot>(
      manifest->snapshot, manifest->settings, std::move(segments));
  // A killed run may have replaced the manifest without syncing the folder.
  // Until the folder is synced, a power cut may bring the old manifest back,
  // which may name files that look like leftovers.
  if (auto synced = platform::SyncDirectory(folder); !synced) {
    return StorageError(synced.error());
  }
  if (auto removed = RemoveLeftovers(folder, *snapshot); !removed) {
    return removed.error();
  }
  return Collection(std::move(folder), std::move(snapshot));
}

Result<Collection> Collection::Create(std::filesystem::path folder,
                                      CollectionSettings settings) {
  if (auto made = platform::MakeDirectory(folder); !made) {
    return StorageError(made.error());
  }
  return Collection(std::move(folder),
                    std::make_shared<const Snapshot>(
                        0, settings, std::vector<Snapshot::Segment>()));
}

Collection::Collection(std::filesystem::path folder,
                       std::shared_ptr<const Snapshot> snapshot)
    : folder_(std::move(folder)), snapshot_(std::move(snapshot)) {}

Result<void> Collection::Commit(std::shared_ptr<const Snapshot> next) {
  // The files that this change wrote. If it fails they go, and the state stays
  // as it was.
  auto added = FilesNotIn(*next, *snapshot_);
  auto written = added.empty() ? Result<void>() : SyncFolder();
  if (written) written = WriteManifest(*next);
  if (!written) {
    RemoveFiles(std::move(added));
    return written;
  }
  manifest_uncertain_ = false;
  // Removed only now that no manifest on the disk names them. Snapshots that
  // questions still hold keep them mapped.
  auto dropped = FilesNotIn(*snapshot_, *next);
  snapshot_ = std::move(next);
  RemoveFiles(std::move(dropped));
  return {};
}

// Invariant: the folder's entries of segments are on the disk before a manifest
// that names them.
Result<void> Collection::SyncFolder() {
  if (auto synced = platform::SyncDirectory(folder_); !synced) {
    return StorageError(synced.error());
  }
  return {};
}

Result<void> Collection::WriteManifest(const Snapshot& snapshot) {
  auto file = platform::AtomicFile::Create(folder_ / kManifestFileName);
  if (!file) return StorageError(file.error());
  const std::string text = EncodeManifest(Describe(snapshot));
  // If the append fails, so does the commit.
  static_cast<void>(file->Append(std::as_bytes(std::span(text))));
  auto committed = file->Commit();
  if (committed) return {};
  // The new manifest is in place, but the folder could not be synced: which of
  // the two a power cut leaves is unknown. The old one is written again, so
  // that what was told to fail has failed.
  if (file->replaced() && &snapshot != snapshot_.get()) {
    manifest_uncertain_ = !WriteManifest(*snapshot_).has_value();
  }
  return StorageError(committed.error());
}

void Collection::RemoveFiles(std::vector<DoomedFile> files) {
  doomed_files_.insert(doomed_files_.end(), files.begin(), files.end());
  // Either manifest may come back, and both must find their files.
  if (manifest_uncertain_) return;
  // RemoveRemains tries again to remove files that stay, or the next opening of
  // the collection does.
  std::erase_if(doomed_files_, [&](const DoomedFile& file) {
    return platform::RemoveFile(folder_ / file.name).has_value();
  });
}

Result<void> Collection::RemoveRemains() {
  if (manifest_uncertain_) {
    if (auto written = WriteManifest(*snapshot_); !written) return written;
    manifest_uncertain_ = false;
  }
  // Also removes files that a failed change or merge could not remove.
  if (auto removed = RemoveLeftovers(folder_, *snapshot_); !removed) {
    return removed;
  }
  doomed_files_.clear();
  return SyncFolder();
}

Result<std::uint64_t> Collection::VerifyFiles() {
  const std::string manifest = EncodeManifest(Describe(*snapshot_));
  // Both are mended before either is reported.
  const auto of_manifest = VerifyManifest(manifest);
  const auto of_guard = VerifyGuard();
  if (of_manifest) return *of_manifest;
  if (of_guard) return *of_guard;
  for (const Snapshot::Segment& segment : snapshot_->segments()) {
    const auto path = folder_ / segment.stored->file_name;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    // The mapping shows nothing of a file that was cut off or removed since.
    if (error || size != segment.stored->file.bytes().size()) {
      return CorruptError(path,
                          {engine::ErrorCode::kTruncated, "file size", 0});
    }
  }
  const auto& guard = snapshot_->settings().guard;
  return manifest.size() + (guard ? guard->text.size() : 0);
}

// A manifest that can be read may still differ from what is in memory: it had
// times of removals that lay in the future. It is replaced, and is no damage.
std::optional<Error> Collection::VerifyManifest(std::string_view expected) {
  const auto path = folder_ / kManifestFileName;
  const auto difference = FindDifference(path, expected);
  if (!difference) return std::nullopt;
  // A manifest that this process failed to write is no fault of the disk.
  const bool is_damaged = !manifest_uncertain_ && !ReadManifest(path);
  const auto written = WriteManifest(*snapshot_);
  if (written) manifest_uncertain_ = false;
  if (!is_damaged) return std::nullopt;
  return DamagedOnDisk(path, "manifest", *difference, written);
}

std::optional<Error> Collection::VerifyGuard() const {
  const auto& guard = snapshot_->settings().guard;
  if (!guard) return std::nullopt;
  const auto path = folder_ / guard->entry.file_name();
  const auto difference = FindDifference(path, guard->text);
  if (!difference) return std::nullopt;
  return DamagedOnDisk(path, "exam", *difference,
                       WriteStoredText(path, guard->text));
}

Collection::Remains Collection::remains() const {
  Remains sum;
  for (const DoomedFile& file : doomed_files_) {
    sum.documents += file.content.documents;
    sum.text_bytes += file.content.text_bytes;
  }
  return sum;
}

}  // namespace answerbox::daemon
