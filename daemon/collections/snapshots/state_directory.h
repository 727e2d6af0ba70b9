// The folders and names of a state directory. docs/state-directory.md.
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

// What is in the folder of collections of the state directory `path` and is
// none: a stray file, or a folder with neither a manifest nor a segment.
// Errors: kStorage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> FindStrays(
    const std::filesystem::path& path);

class StateDirectory {
 public:
  // Makes what is missing, locks the directory for this process, and clears
  // what an interrupted run left: uploads, half-made and half-dropped
  // collections. Errors: kStorage, also when it is another user's, or other
  // users may write to it.
  [[nodiscard]] static Result<StateDirectory> Open(
      const std::filesystem::path& path);

  // Opens every collection; leaves what is none alone. Errors: kStorage,
  // kCorrupt; kLimit when their segments take more than `max_mapped_bytes`
  // together.
  [[nodiscard]] Result<std::map<std::string, Collection>> OpenCollections(
      std::uint64_t max_mapped_bytes, const OpeningTimes& times) const;

  [[nodiscard]] std::filesystem::path CollectionsFolder() const {
    return path_ / "collections";
  }
  [[nodiscard]] std::filesystem::path CollectionFolder(
      std::string_view name) const {
    return CollectionsFolder() / name;
  }
  // Folders that the next Open clears.
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
