// The folders and file names of a state directory. docs/state-directory.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "daemon/collections/snapshots/collection.h"
#include "daemon/error.h"
#include "platform/file/directory_lock.h"

namespace answerbox::daemon {

// Lists the entries of the folder of collections that are no collection: a
// file, or a folder with neither a manifest nor a segment. `path` is the state
// directory. Errors: kStorage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> FindStrays(
    const std::filesystem::path& path);

class StateDirectory {
 public:
  // Makes missing folders, locks the directory for this process, and removes
  // leftovers of an interrupted run: uploads, half-made and half-dropped
  // collections. Errors: kStorage, also when the directory belongs to another
  // user or other users may write to it.
  [[nodiscard]] static Result<StateDirectory> Open(
      const std::filesystem::path& path);

  // Opens every collection; leaves other entries alone. Errors: kStorage,
  // kCorrupt; kLimit when all segments together take more than
  // `max_mapped_bytes`.
  [[nodiscard]] Result<std::map<std::string, Collection>> OpenCollections(
      std::uint64_t max_mapped_bytes, const OpeningTimes& times) const;

  [[nodiscard]] std::filesystem::path CollectionsFolder() const {
    return path_ / "collections";
  }
  [[nodiscard]] std::filesystem::path CollectionFolder(
      std::string_view name) const {
    return CollectionsFolder() / name;
  }
  // Folders that the next Open removes.
  [[nodiscard]] std::filesystem::path StagingFolder(
      std::uint64_t number) const {
    return CollectionsFolder() / (".new-" + std::to_string(number));
  }
  [[nodiscard]] std::filesystem::path DroppedFolder(
      std::uint64_t number) const {
    return CollectionsFolder() / (".dropped-" + std::to_string(number));
  }
  [[nodiscard]] std::filesystem::path IncomingFolder() const {
    return path_ / "incoming";
  }
  [[nodiscard]] std::filesystem::path UploadFile(std::uint64_t number) const {
    return IncomingFolder() / (std::to_string(number) + ".upload");
  }

 private:
  StateDirectory(std::filesystem::path path, platform::DirectoryLock lock);

  [[nodiscard]] Result<void> ClearLeftovers() const;

  std::filesystem::path path_;
  platform::DirectoryLock lock_;
};

}  // namespace answerbox::daemon
