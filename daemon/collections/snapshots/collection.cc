#include "daemon/collections/snapshots/collection.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/proposals.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

// Returns the first byte at which the file differs from `expected`; 0 when it
// can't be read; nothing when it is the same.
std::optional<std::uint64_t> FindDifference(const std::filesystem::path& path,
                                            std::string_view expected) {
  const auto file = platform::MappedFile::Open(path);
  if (!file) return 0;
  const std::string_view found = file->text();
  if (found == expected) return std::nullopt;
  const auto differ = std::ranges::mismatch(found, expected);
  return static_cast<std::uint64_t>(differ.in1 - found.begin());
}

// Returns all files that answers need.
std::vector<Collection::DoomedFile> ServedFilesOf(const Snapshot& snapshot) {
  std::vector<Collection::DoomedFile> files;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    const engine::SegmentCounts& counts = segment.stored->reader.counts();
    files.push_back(
        {segment.stored->file_name, {counts.documents, counts.text_bytes}});
  }
  const CollectionSettings& settings = snapshot.settings();
  if (const auto& synonyms = settings.synonyms) {
    files.push_back({synonyms->entry.file_name(), {}});
  }
  if (const auto& guard = settings.guard) {
    files.push_back({guard->entry.file_name(), {}});
  }
  return files;
}

// Returns all files that the state names, but for its manifest.
std::vector<Collection::DoomedFile> FilesOf(const Snapshot& snapshot) {
  auto files = ServedFilesOf(snapshot);
  if (const auto& pages = snapshot.settings().pages) {
    for (const auto& [document, entry] : *pages) {
      // They show the document, though they hold no text.
      files.push_back({entry.file_name(), {.documents = 1}});
    }
  }
  if (const auto& before = snapshot.settings().before) {
    files.push_back({before->entry.file_name(), {}});
    for (const auto& [name, documents] : before->files) {
      files.push_back({name, {documents, 0}});
    }
  }
  return files;
}

std::set<std::string> LiveFiles(const Snapshot& snapshot) {
  std::set<std::string> names;
  for (auto& file : FilesOf(snapshot)) names.insert(std::move(file.name));
  return names;
}

bool IsLeftover(const std::string& name, const std::set<std::string>& live) {
  const std::string_view view = name;
  // Only names that this program makes count as leftovers. Other files in the
  // folder stay.
  return view.ends_with(platform::AtomicFile::kSuffix) ||
         (IsNumberedFile(name) && !live.contains(name));
}

Result<void> RemoveLeftovers(const std::filesystem::path& folder,
                             const Snapshot& snapshot) {
  const auto& before = snapshot.settings().before;
  if (before && !before->damage.empty()) return {};
  const std::set<std::string> live = LiveFiles(snapshot);
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

// Returns the error for a segment or page pictures that a repair set aside:
// they may hold what was removed, and only a person may delete them.
std::optional<Error> FindAside(const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const char* const extension : {kSegmentExtension, kPagesExtension}) {
    const std::string aside = extension + std::string(kAsideMark);
    for (const std::string& name : *names) {
      if (name.find(aside) != std::string::npos) {
        return HoldsRemoved(folder / name);
      }
    }
  }
  return std::nullopt;
}

// Returns the files that `from` has and `other` does not have.
std::vector<Collection::DoomedFile> FilesNotIn(const Snapshot& from,
                                               const Snapshot& other) {
  auto files = FilesOf(from);
  const std::set<std::string> kept = LiveFiles(other);
  std::erase_if(files,
                [&](const auto& file) { return kept.contains(file.name); });
  return files;
}

// Opens the files that the manifest names.
Result<std::shared_ptr<const Snapshot>> OpenState(
    const std::filesystem::path& folder, Manifest manifest,
    std::uint64_t max_mapped_bytes, const OpeningTimes& times) {
  std::vector<Snapshot::Segment> segments;
  std::uint64_t left = max_mapped_bytes;
  for (const ManifestSegment& entry : manifest.segments) {
    // The size is checked before mapping: on a 32-bit machine the address space
    // may be full.
    if (entry.file_bytes > left) return TooMuchToMap(folder.string());
    left -= entry.file_bytes;
    auto segment = OpenNamedSegment(folder, entry, manifest.settings, times);
    if (!segment) return segment.error();
    segments.push_back(std::move(*segment));
  }
  if (manifest.synonyms) {
    auto synonyms = OpenSynonyms(folder, *manifest.synonyms);
    if (!synonyms) return synonyms.error();
    manifest.settings.synonyms = std::move(*synonyms);
  }
  if (manifest.guard) {
    auto guard = OpenGuard(folder, *manifest.guard);
    if (!guard) return guard.error();
    manifest.settings.guard = std::move(*guard);
  }
  if (manifest.before) {
    auto before = OpenStoredBefore(folder, *manifest.before);
    // The collection itself is sound.
    manifest.settings.before =
        before ? *std::move(before)
               : std::make_shared<const StoredBefore>(
                     StoredBefore{*manifest.before,
                                  {},
                                  manifest.before->file_bytes,
                                  before.error().message});
  }
  return std::make_shared<const Snapshot>(manifest.snapshot, manifest.settings,
                                          std::move(segments));
}

}  // namespace

Result<Collection> Collection::Open(std::filesystem::path folder,
                                    std::uint64_t max_mapped_bytes,
                                    const OpeningTimes& times,
                                    std::optional<std::uint64_t> newest) {
  const std::filesystem::path path = folder / kManifestFileName;
  auto manifest = ReadManifest(path);
  if (!manifest) return manifest.error();
  if (newest && manifest->snapshot < *newest) {
    return OlderThanLog(path, manifest->snapshot, *newest);
  }
  auto snapshot =
      OpenState(folder, *std::move(manifest), max_mapped_bytes, times);
  if (!snapshot) return snapshot.error();
  // A killed run may have replaced the manifest without syncing the folder.
  // Until the folder is synced, a power cut may bring the old manifest back,
  // which may name files that look like leftovers.
  const auto synced = platform::SyncDirectory(folder);
  if (!synced && !IsReadOnly(synced.error())) {
    return StorageError(synced.error());
  }
  // What can't be removed keeps nobody from asking: RemoveRemains tries again.
  if (synced && newest) static_cast<void>(RemoveLeftovers(folder, **snapshot));
  return Collection(std::move(folder), *std::move(snapshot));
}

Result<std::shared_ptr<const Snapshot>> Collection::OpenBefore(
    std::uint64_t max_mapped_bytes, const OpeningTimes& times,
    const std::function<void()>& on_step) const {
  const auto& before = snapshot_->settings().before;
  const auto text = ReadBefore(folder_, before->entry);
  if (!text) return text.error();
  auto manifest = ParseManifest(*text);
  if (!manifest) {
    return CorruptError(folder_ / before->entry.file_name(), manifest.error());
  }
  auto opened =
      OpenState(folder_, *std::move(manifest), max_mapped_bytes, times);
  if (!opened) return opened;
  // Nobody has read these files since the pack came.
  for (const Snapshot::Segment& segment : (*opened)->segments()) {
    on_step();
    auto sound = VerifyOnDisk(folder_, *segment.stored);
    if (!sound) return sound.error();
  }
  return opened;
}

Result<Collection> Collection::Create(std::filesystem::path folder,
                                      CollectionSettings settings,
                                      std::uint64_t number) {
  if (auto made = platform::MakeDirectory(folder); !made) {
    return StorageError(made.error());
  }
  return Collection(std::move(folder),
                    std::make_shared<const Snapshot>(
                        number, settings, std::vector<Snapshot::Segment>()));
}

Collection::Collection(std::filesystem::path folder,
                       std::shared_ptr<const Snapshot> snapshot)
    : folder_(std::move(folder)), snapshot_(std::move(snapshot)) {}

Result<void> Collection::Commit(std::shared_ptr<const Snapshot> next) {
  // These are the files that this change wrote. If it fails they are removed,
  // and the state stays as it was.
  auto added = FilesNotIn(*next, *snapshot_);
  // Without memory nothing may be committed, so what is needed after the commit
  // is allocated before it.
  auto dropped = FilesNotIn(*snapshot_, *next);
  doomed_files_.reserve(doomed_files_.size() + added.size() + dropped.size());
  // Before the commit, as a power cut after it would leave what nobody looks
  // for any more. If it fails, RemoveRemains tries again.
  if (!dropped.empty()) {
    static_cast<void>(ForgetUncited(folder_, snapshot_.get(), *next));
  }
  auto written = added.empty() ? Result<void>() : SyncFolder();
  if (written) written = WriteManifest(*next);
  if (!written) {
    RemoveFiles(std::move(added));
    return written;
  }
  manifest_uncertain_ = false;
  // These files are removed only now that no manifest on the disk names them.
  // Snapshots that questions still hold keep them mapped.
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
  // The new manifest is in place, but the folder could not be synced, so a
  // power cut may leave either manifest. The old one is written again, so that
  // the change that is reported as failed has really failed.
  if (file->replaced() && &snapshot != snapshot_.get()) {
    manifest_uncertain_ = !WriteManifest(*snapshot_).has_value();
  }
  return StorageError(committed.error());
}

void Collection::RemoveFiles(std::vector<DoomedFile> files) {
  doomed_files_.insert(doomed_files_.end(),
                       std::make_move_iterator(files.begin()),
                       std::make_move_iterator(files.end()));
  // Either manifest may come back after a power cut, and must find its files.
  if (manifest_uncertain_) return;
  // If a file can't be removed, RemoveRemains or the next opening of the
  // collection tries again.
  try {
    std::erase_if(doomed_files_, [&](const DoomedFile& file) {
      return platform::RemoveFile(folder_ / file.name).has_value();
    });
  } catch (const std::bad_alloc&) {
    // The change is made, and must not be reported as failed.
  }
}

Result<void> Collection::RemoveRemains() {
  if (manifest_uncertain_) {
    if (auto written = WriteManifest(*snapshot_); !written) return written;
    manifest_uncertain_ = false;
  }
  // This also removes files that a failed change or merge could not remove.
  if (auto removed = RemoveLeftovers(folder_, *snapshot_); !removed) {
    return removed;
  }
  doomed_files_.clear();
  if (auto forgotten = ForgetUncited(folder_, nullptr, *snapshot_);
      !forgotten) {
    return forgotten;
  }
  if (auto synced = SyncFolder(); !synced) return synced;
  if (auto kept = FindAside(folder_)) return *kept;
  return {};
}

Result<std::uint64_t> Collection::VerifyFiles() {
  const std::string manifest = EncodeManifest(Describe(*snapshot_));
  // Both are repaired before either is reported.
  const auto of_manifest = VerifyManifest(manifest);
  const auto of_guard = VerifyGuard();
  if (of_manifest) return *of_manifest;
  if (of_guard) return *of_guard;
  if (const auto& before = snapshot_->settings().before) {
    const auto read = ReadBefore(folder_, before->entry);
    if (!read) return read.error();
  }
  for (const Snapshot::Segment& segment : snapshot_->segments()) {
    const auto path = folder_ / segment.stored->file_name;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    // The mapping does not show that the file was cut off or removed since.
    if (error || size != segment.stored->file.bytes().size()) {
      return CorruptError(path,
                          {engine::ErrorCode::kTruncated, "file size", 0});
    }
  }
  // Also what is no file: the segments are to be read all the same.
  if (auto said = LoadProposals(folder_); !said) {
    Error damaged = said.error();
    damaged.kind = ErrorKind::kCorrupt;
    return damaged;
  }
  const auto& guard = snapshot_->settings().guard;
  return manifest.size() + (guard ? guard->text.size() : 0);
}

// A manifest that can be read may still differ from memory: its removals had
// times in the future. It is replaced, and does not count as damage.
std::optional<Error> Collection::VerifyManifest(std::string_view expected) {
  const auto path = folder_ / kManifestFileName;
  const auto difference = FindDifference(path, expected);
  if (!difference) return std::nullopt;
  // A manifest that this process failed to write does not count as damage.
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

Result<void> Collection::LinkFiles(const std::filesystem::path& made) const {
  auto others = LiveFiles(*snapshot_);
  // It is there only after an exam, and written by another thread.
  others.insert(kCheckFileName);
  others.insert(kFeedbackFileName);
  auto done = platform::MakeDirectory(made);
  for (const DoomedFile& file : ServedFilesOf(*snapshot_)) {
    if (done)
      done = platform::LinkOrCopy(folder_ / file.name, made / file.name);
    others.erase(file.name);
  }
  // A collection goes on without what is kept for a rollback, and without
  // pictures of pages: so does its copy.
  for (const std::string& name : others) {
    if (!done || !platform::IsFile(folder_ / name)) continue;
    done = platform::LinkOrCopy(folder_ / name, made / name);
  }
  // That on the disk may be of another moment, or damaged.
  if (done) {
    auto file = platform::FileWriter::Create(made / kManifestFileName);
    const std::string text = EncodeManifest(Describe(*snapshot_));
    if (file) static_cast<void>(file->Append(std::as_bytes(std::span(text))));
    done = file ? file->Flush() : file.error();
  }
  if (!done) return StorageError(done.error());
  return {};
}

}  // namespace answerbox::daemon
