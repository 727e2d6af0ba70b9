#include "daemon/collections/state_directory.h"

#include <cerrno>
#include <utility>

#include "daemon/collections/errors.h"
#include "daemon/collections/names.h"
#include "platform/file/directory.h"

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
  auto cleared = RemoveEntries(path_ / "incoming", [](std::string_view name) {
    return name.ends_with(".upload");
  });
  if (!cleared) return cleared;
  return RemoveEntries(CollectionsFolder(), [](std::string_view name) {
    return name.starts_with(".new-") || name.starts_with(".dropped-");
  });
}

Result<std::map<std::string, Collection>> StateDirectory::OpenCollections(
    std::uint64_t max_mapped_bytes) const {
  const auto names = platform::ListDirectory(CollectionsFolder());
  if (!names) return StorageError(names.error());
  std::map<std::string, Collection> collections;
  std::uint64_t mapped = 0;
  for (const std::string& name : *names) {
    if (!IsCollectionName(name)) continue;  // Not ours.
    auto collection =
        Collection::Open(CollectionFolder(name), max_mapped_bytes - mapped);
    if (!collection) return collection.error();
    mapped += collection->snapshot()->totals().disk_bytes;
    collections.emplace(name, std::move(*collection));
  }
  return collections;
}

}  // namespace answerbox::daemon
