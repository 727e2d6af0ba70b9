#include "daemon/collections/state_directory.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "daemon/collections/errors.h"
#include "daemon/collections/manifest.h"
#include "daemon/collections/names.h"
#include "platform/file/directory.h"
#include "platform/file/folder_access.h"

namespace answerbox::daemon {
namespace {

Error InUse(const std::filesystem::path& path,
            const std::filesystem::path& lock) {
  const auto holder = platform::DirectoryLock::Holder(lock);
  const std::string by =
      holder ? "process " + std::to_string(*holder) : "another process";
  return {.kind = ErrorKind::kStorage,
          .message = "The state directory " + path.string() + " is in use by " +
                     by + ": stop that daemon, or choose another directory.",
          .subject = path.string(),
          .offset = {},
          .field = {}};
}

Error NotOurs(const std::filesystem::path& path, std::string message) {
  return {.kind = ErrorKind::kStorage,
          .message = std::move(message),
          .subject = path.string(),
          .offset = {},
          .field = {}};
}

// Whoever may write there could put documents and records of his own in place
// of ours, and links that lead our writing elsewhere.
Result<void> CheckOursAlone(const std::filesystem::path& folder) {
  const auto access = platform::AccessTo(folder);
  if (!access) return StorageError(access.error());
  const std::string own = std::to_string(::geteuid());
  if (access->owner != ::geteuid()) {
    return NotOurs(folder,
                   "The folder " + folder.string() + " belongs to user " +
                       std::to_string(access->owner) +
                       ", the daemon runs as user " + own + ": run `chown -R " +
                       own + " " + folder.string() +
                       "`, or run the daemon as that user.");
  }
  if (access->others_may_write) {
    return NotOurs(folder,
                   "Other users may write to the folder " + folder.string() +
                       ", and so change what is answered: run `chmod go-w " +
                       folder.string() +
                       "`, see that nothing in it is theirs, and start again.");
  }
  return {};
}

// A folder with segments and no manifest is a damaged collection, no stray.
Result<bool> IsStray(const std::filesystem::path& entry) {
  if (!IsCollectionName(entry.filename().native())) return true;
  if (!platform::IsFolder(entry)) return true;
  const auto names = platform::ListDirectory(entry);
  if (!names) return StorageError(names.error());
  return std::ranges::none_of(*names, [](const std::string& name) {
    return name == kManifestFileName || name.ends_with(".segment");
  });
}

Result<void> RemoveEntries(const std::filesystem::path& folder,
                           bool (*is_leftover)(std::string_view)) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    if (!is_leftover(name)) continue;
    if (auto removed = platform::RemoveTree(folder / name); !removed) {
      return StorageError(removed.error());
    }
  }
  return {};
}

}  // namespace

Result<StateDirectory> StateDirectory::Open(const std::filesystem::path& path) {
  for (const auto& folder : {path, path / "collections", path / "incoming"}) {
    if (auto made = platform::MakeDirectory(folder); !made) {
      return StorageError(made.error());
    }
    if (auto ours = CheckOursAlone(folder); !ours) return ours.error();
  }
  // Those that others make, when they need them.
  for (const auto& folder : {path / "audit", path / "energy"}) {
    if (!platform::IsFolder(folder)) continue;
    if (auto ours = CheckOursAlone(folder); !ours) return ours.error();
  }
  auto lock = platform::DirectoryLock::Acquire(path / "lock");
  if (!lock) {
    if (lock.error().code.value() == EWOULDBLOCK) {
      return InUse(path, path / "lock");
    }
    return StorageError(lock.error());
  }
  StateDirectory directory(path, std::move(*lock));
  if (auto cleared = directory.ClearLeftovers(); !cleared) {
    return cleared.error();
  }
  return directory;
}

StateDirectory::StateDirectory(std::filesystem::path path,
                               platform::DirectoryLock lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

Result<void> StateDirectory::ClearLeftovers() const {
  // A run that was killed may have left names that are not on the disk yet. All
  // that is done from here on rests on them.
  for (const auto& folder : {path_, CollectionsFolder()}) {
    if (auto synced = platform::SyncDirectory(folder); !synced) {
      return StorageError(synced.error());
    }
  }
  auto cleared = RemoveEntries(IncomingFolder(), [](std::string_view name) {
    return name.ends_with(".upload");
  });
  if (!cleared) return cleared;
  return RemoveEntries(CollectionsFolder(), [](std::string_view name) {
    return name.starts_with(".new-") || name.starts_with(".dropped-");
  });
}

Result<std::map<std::string, Collection>> StateDirectory::OpenCollections(
    std::uint64_t max_mapped_bytes, const OpeningTimes& times) const {
  const auto names = platform::ListDirectory(CollectionsFolder());
  if (!names) return StorageError(names.error());
  std::map<std::string, Collection> collections;
  std::uint64_t mapped = 0;
  for (const std::string& name : *names) {
    const auto is_stray = IsStray(CollectionFolder(name));
    if (!is_stray) return is_stray.error();
    if (*is_stray) continue;
    auto collection = Collection::Open(CollectionFolder(name),
                                       max_mapped_bytes - mapped, times);
    if (!collection) return collection.error();
    mapped += collection->snapshot()->totals().disk_bytes;
    collections.emplace(name, std::move(*collection));
  }
  return collections;
}

Result<std::vector<std::filesystem::path>> FindStrays(
    const std::filesystem::path& path) {
  const std::filesystem::path folder = path / "collections";
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  std::vector<std::filesystem::path> strays;
  for (const std::string& name : *names) {
    const auto is_stray = IsStray(folder / name);
    if (!is_stray) return is_stray.error();
    if (*is_stray) strays.push_back(folder / name);
  }
  return strays;
}

}  // namespace answerbox::daemon
