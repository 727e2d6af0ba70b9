// How Collection::Repair takes up what is sound. docs/operations.md, "A file is
// damaged".
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/collections/snapshots/manifest.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;

// Returns a name such as "17.segment.aside-1", which no opening takes for a
// leftover, and which no file has, so that what an earlier repair set aside
// stays. Errors: kStorage.
Result<fs::path> NameAside(const fs::path& file) {
  for (unsigned number = 1;; ++number) {
    fs::path aside = file;
    aside += std::string(kAsideMark) + std::to_string(number);
    std::error_code error;
    const auto type = fs::symlink_status(aside, error).type();
    if (type == fs::file_type::not_found) return aside;
    if (type == fs::file_type::none) {
      return StorageError({error, "look for", aside.string()});
    }
  }
}

// Returns whether the file is missing. A file that can't be read is there, and
// so is a link whose target is missing. Precondition: the folder can be read.
bool IsAbsent(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::not_found;
}

// Whether what can't be opened has other bytes than were written, as far as its
// own text tells. Rules that this version can't read are none.
bool IsDamage(const Error& error) {
  return error.kind == ErrorKind::kCorrupt && !IsOfOtherVersion(error) &&
         error.field != "rules";
}

class Taking {
 public:
  Taking(const fs::path& folder, std::uint64_t max_mapped_bytes,
         const OpeningTimes& times)
      : folder_(folder), left_(max_mapped_bytes), times_(times) {}

  // Takes what the manifest names, and changes `settings`, which are its own,
  // by what is given up.
  [[nodiscard]] Result<void> TakeAll(const Manifest& manifest,
                                     const std::function<void()>& on_step,
                                     CollectionSettings& settings) {
    for (const ManifestSegment& entry : manifest.segments) {
      on_step();
      if (auto taken = TakeSegment(entry, settings); !taken) return taken;
    }
    auto taken = TakePages(settings.pages);
    if (taken) {
      taken = TakeText(manifest.synonyms, settings.synonyms, OpenSynonyms);
    }
    if (taken) taken = TakeText(manifest.guard, settings.guard, OpenGuard);
    // The signature no longer says what is inside.
    if (!given_up.empty()) settings.pack = nullptr;
    if (taken) {
      taken = TakeText(manifest.before, settings.before, OpenStoredBefore);
    }
    return taken;
  }

  std::vector<Snapshot::Segment> segments;
  std::vector<LostFile> given_up;

 private:
  [[nodiscard]] Result<void> TakeSegment(const ManifestSegment& entry,
                                         const CollectionSettings& settings) {
    if (entry.file_bytes > left_) return TooMuchToMap(folder_.string());
    const std::string name = SegmentFileName(entry.number);
    const auto is_there = CanBeRead(name);
    if (!is_there) return is_there.error();
    std::uint64_t documents = entry.documents;
    for (const DocumentRange& range : entry.removed) {
      documents -= std::uint64_t{range.last} - range.first + 1;
    }
    if (!*is_there) return GiveUp(name, "is missing", documents);
    auto segment = OpenNamedSegment(folder_, entry, settings, times_);
    if (!segment) {
      if (IsSoundAlone(entry.number)) {
        return OtherFile(folder_ / name, segment.error());
      }
      return GiveUpDamaged(name, segment.error(), documents);
    }
    const auto sound = VerifyOnDisk(folder_, *segment->stored);
    if (!sound) return GiveUpDamaged(name, sound.error(), documents);
    left_ -= entry.file_bytes;
    segments.push_back(std::move(*segment));
    return {};
  }

  // Takes a text that the manifest names; leaves `text` null when it is given
  // up.
  template <typename Entry, typename Text>
  [[nodiscard]] Result<void> TakeText(
      const std::optional<Entry>& entry, std::shared_ptr<const Text>& text,
      Result<std::shared_ptr<const Text>> (*open)(const fs::path&,
                                                  const Entry&)) {
    if (!entry) return {};
    const std::string name = entry->file_name();
    const auto is_there = CanBeRead(name);
    if (!is_there) return is_there.error();
    if (!*is_there) return GiveUp(name, "is missing", 0);
    auto opened = open(folder_, *entry);
    if (!opened) return GiveUpDamaged(name, opened.error(), 0);
    text = std::move(*opened);
    return {};
  }

  // Gives up the page pictures of documents that no segment has: they would be
  // shown for the next document of that name. Precondition: all segments were
  // taken or given up.
  [[nodiscard]] Result<void> TakePages(
      std::shared_ptr<const PageFiles>& pages) {
    if (!pages || given_up.empty()) return {};
    PageFiles taken;
    for (const Snapshot::Segment& segment : segments) {
      if (auto kept = KeepPages(*pages, segment, taken); !kept) return kept;
    }
    for (const auto& [document, entry] : *pages) {
      if (taken.contains(document)) continue;
      given_up.push_back(
          {entry.file_name(), "shows a document that is lost", {}, 0});
    }
    if (taken.size() == pages->size()) return {};
    pages = taken.empty() ? nullptr
                          : std::make_shared<const PageFiles>(std::move(taken));
    return {};
  }

  [[nodiscard]] static Result<void> KeepPages(const PageFiles& pages,
                                              const Snapshot::Segment& segment,
                                              PageFiles& taken) {
    const StoredSegment& stored = *segment.stored;
    const std::uint32_t documents = stored.reader.counts().documents;
    for (engine::DocumentNumber at = 0; at < documents; ++at) {
      if (segment.removed.Contains(at)) continue;
      const auto record = stored.reader.Document(at);
      if (!record) return CorruptError(stored.file_name, record.error());
      const auto found = pages.find(engine::ComputeSha256(record->name));
      if (found != pages.end()) taken.insert(*found);
    }
    return {};
  }

  // Returns false when the file is missing. Errors: kStorage.
  [[nodiscard]] Result<bool> CanBeRead(const std::string& name) const {
    if (IsAbsent(folder_ / name)) return false;
    const auto read = platform::ReadThrough(folder_ / name);
    if (!read) return StorageError(read.error());
    return true;
  }

  // Whether the file is a whole segment, if not the one that is named.
  [[nodiscard]] bool IsSoundAlone(std::uint64_t number) const {
    const auto stored = OpenStoredSegment(folder_, number);
    return stored && VerifyOnDisk(folder_, **stored);
  }

  [[nodiscard]] Result<void> GiveUp(const std::string& name, std::string why,
                                    std::uint64_t documents) {
    given_up.push_back({name, std::move(why), {}, documents});
    return {};
  }

  // The file can be read as a whole, so what is wrong with it is in its bytes.
  [[nodiscard]] Result<void> GiveUpDamaged(const std::string& name,
                                           const Error& error,
                                           std::uint64_t documents) {
    if (!IsDamage(error)) return error;
    // What the disk did not give back meanwhile looks like damage.
    if (const auto still = CanBeRead(name); !still) return still.error();
    return GiveUp(name, "is damaged (" + error.field + ")", documents);
  }

  const fs::path& folder_;
  std::uint64_t left_;
  const OpeningTimes& times_;
};

// Adds the files that the manifest does not name. Another one may have named
// them: what the present one names is not all there.
Result<void> AddUnnamed(const fs::path& folder, const Manifest& manifest,
                        const StoredBefore* before,
                        std::vector<LostFile>& given_up) {
  std::set<std::string> named;
  for (const auto& entry : manifest.segments) {
    named.insert(SegmentFileName(entry.number));
  }
  if (manifest.synonyms) named.insert(manifest.synonyms->file_name());
  if (manifest.guard) named.insert(manifest.guard->file_name());
  if (manifest.settings.pages) {
    for (const auto& [document, entry] : *manifest.settings.pages) {
      named.insert(entry.file_name());
    }
  }
  if (before != nullptr) {
    named.insert(before->entry.file_name());
    for (const auto& file : before->files) named.insert(file.name);
  }
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    if (!IsNumberedFile(name) || named.contains(name)) continue;
    given_up.push_back({name, "is not named by the manifest", {}, 0});
  }
  return {};
}

// The names are on the disk before a manifest is that does without the files.
Result<void> SetAside(const fs::path& folder, std::vector<LostFile>& given_up) {
  for (LostFile& lost : given_up) {
    const fs::path file = folder / lost.file;
    if (IsAbsent(file)) continue;
    const auto aside = NameAside(file);
    if (!aside) return aside.error();
    if (auto renamed = platform::Rename(file, *aside); !renamed) {
      return StorageError(renamed.error());
    }
    lost.kept = aside->filename();
  }
  if (auto synced = platform::SyncDirectory(folder); !synced) {
    return StorageError(synced.error());
  }
  return {};
}

// What is missing is proved only by a folder that can be read.
Result<void> CheckReadable(const fs::path& folder, const fs::path& manifest) {
  if (auto names = platform::ListDirectory(folder); !names) {
    return StorageError(names.error());
  }
  if (IsAbsent(manifest)) return {};
  const auto read = platform::ReadThrough(manifest);
  if (!read) return StorageError(read.error());
  return {};
}

Result<void> PutBack(const fs::path& path, const std::string& manifest) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return StorageError(file.error());
  auto written = file->Append(std::as_bytes(std::span(manifest)));
  if (written) written = file->Commit();
  if (!written) return StorageError(written.error());
  return {};
}

}  // namespace

Result<Repaired> Collection::Repair(fs::path folder,
                                    std::uint64_t max_mapped_bytes,
                                    const OpeningTimes& times,
                                    std::uint64_t newest,
                                    const std::function<void()>& on_step) {
  const fs::path path = folder / kManifestFileName;
  if (auto readable = CheckReadable(folder, path); !readable) {
    return readable.error();
  }
  const auto manifest = ReadManifest(path);
  if (!manifest) return manifest.error();
  CollectionSettings settings = manifest->settings;
  Taking taking(folder, max_mapped_bytes, times);
  auto taken = taking.TakeAll(*manifest, on_step, settings);
  const bool is_older = manifest->snapshot < newest;
  if (taken && (is_older || !taking.given_up.empty())) {
    taken =
        AddUnnamed(folder, *manifest, settings.before.get(), taking.given_up);
  }
  if (taken) taken = SetAside(folder, taking.given_up);
  if (!taken) return taken.error();
  // The states before and after have the same files, because a commit removes
  // the files that only one of them has.
  Collection collection(std::move(folder),
                        std::make_shared<const Snapshot>(
                            manifest->snapshot, settings, taking.segments));
  if (!is_older && taking.given_up.empty()) {
    return Repaired{std::move(collection), {}};
  }
  auto committed = collection.Commit(
      std::make_shared<const Snapshot>(std::max(manifest->snapshot, newest) + 1,
                                       settings, std::move(taking.segments)));
  if (!committed) {
    // A repair that failed must have given nothing up. If the disk refuses this
    // too, it may hold either manifest.
    static_cast<void>(PutBack(path, EncodeManifest(*manifest)));
    return committed.error();
  }
  return Repaired{std::move(collection), std::move(taking.given_up)};
}

}  // namespace answerbox::daemon
