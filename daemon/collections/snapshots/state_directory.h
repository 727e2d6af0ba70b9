// The folders and file names of a state directory. docs/state-directory.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/collection.h"
#include "daemon/error.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {

// Lists the entries of the folder of collections that are no collection: files,
// and folders with neither a manifest nor a segment. `path` is the state
// directory. Errors: kStorage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> FindStrays(
    const std::filesystem::path& path);

struct OpenedCollections {
  std::map<std::string, Collection> served;
  Catalog::Outages out_of_service;
  std::uint64_t highest_number = 0;  // Of all files, whoever names them.
  // What the log or the manifest tells of collections that are not served. In
  // out_of_service are those of them that are there, and those that were
  // removed and put back.
  KnownState::Snapshots expected;
};

struct MendedAccess;

class StateDirectory {
 public:
  // Makes missing folders, locks the directory for this process, and removes
  // leftovers of an interrupted run: uploads, half-made and half-dropped
  // collections; on a file system that is read-only, they stay. In a directory
  // that was ours before, takes from other users the right to write or to read
  // secrets, and sets aside what is in the place of the lock file. Errors:
  // kStorage, also when the directory belongs to another user, or others keep
  // such a right. They tell what was mended, too.
  [[nodiscard]] static Result<StateDirectory> Open(
      const std::filesystem::path& path);

  // What Open mended, and what to do about it, a sentence or more each.
  [[nodiscard]] const std::vector<std::string>& mended() const noexcept {
    return mended_;
  }

  // Opens every collection that can be opened, and tells why the others can't;
  // leaves other entries alone. Errors: kStorage, when not even their names can
  // be read.
  //   max_mapped_bytes  of all segments together
  //   known             a collection with an older manifest can't be opened;
  //                     null: files that no manifest names stay
  //   removed           nor can one that is not in `known`, and not above this
  //                     snapshot: it was removed
  [[nodiscard]] Result<OpenedCollections> OpenCollections(
      std::uint64_t max_mapped_bytes, const OpeningTimes& times,
      const KnownState::Snapshots* known, std::uint64_t removed) const;

  // Returns the highest number that begins the name of a segment, of synonyms
  // or of a guard in the collection's folder, whoever names it.
  [[nodiscard]] std::uint64_t HighestNumber(
      const std::string& collection) const;

  // Checks, as Open does, that nobody else can write to the collection: what
  // could not be read at the start was not checked. Errors: kStorage.
  [[nodiscard]] Result<void> CheckAccess(const std::string& collection) const;

  [[nodiscard]] std::filesystem::path CollectionsFolder() const {
    return path_ / "collections";
  }
  [[nodiscard]] std::filesystem::path CollectionFolder(
      std::string_view name) const {
    return CollectionsFolder() / name;
  }
  // The next Open removes this folder.
  [[nodiscard]] std::filesystem::path StagingFolder(
      std::uint64_t number) const {
    return CollectionsFolder() / (".new-" + std::to_string(number));
  }
  // The next Open empties this folder, and removes it unless it is the one with
  // the highest snapshot. A folder is renamed to this name to remove it, so
  // keeping the number takes no room on the disk.
  //   snapshot  not below that of any collection that was removed
  [[nodiscard]] std::filesystem::path DroppedFolder(
      std::uint64_t number, std::uint64_t snapshot) const {
    return CollectionsFolder() / (".dropped-" + std::to_string(number) + '-' +
                                  std::to_string(snapshot));
  }
  // The folder that keeps the highest snapshot of a removed collection, and
  // that snapshot, as they were found by Open; empty and 0: there was none.
  struct LastDropped {
    std::filesystem::path folder;
    std::uint64_t snapshot = 0;
  };
  [[nodiscard]] const LastDropped& last_dropped() const noexcept {
    return last_dropped_;
  }
  // --- Backups: docs/state-directory.md, "Backups"
  //
  // Makes a folder for second names of all files, in place of an earlier one.
  // Errors: kStorage; kBusy as RemoveBackup.
  [[nodiscard]] Result<std::filesystem::path> BeginBackup() const;
  // Gives the files beside the collections and the log second names in
  // `folder`. Errors: kStorage.
  [[nodiscard]] Result<void> LinkSmallFiles(
      const std::filesystem::path& folder) const;
  [[nodiscard]] bool HasBackup() const;
  // Errors: kBusy while a client holds it; kStorage.
  [[nodiscard]] Result<void> RemoveBackup() const;

  [[nodiscard]] std::filesystem::path IncomingFolder() const {
    return path_ / "incoming";
  }
  [[nodiscard]] std::filesystem::path UploadFile(std::uint64_t number) const {
    return IncomingFolder() / (std::to_string(number) + ".upload");
  }

 private:
  StateDirectory(std::filesystem::path path, platform::DirectoryLock lock);

  [[nodiscard]] static Result<StateDirectory> OpenMended(
      const std::filesystem::path& path, MendedAccess& mended);
  [[nodiscard]] Result<void> ClearLeftovers();
  [[nodiscard]] Result<void> ClearDropped();

  std::filesystem::path path_;
  platform::DirectoryLock lock_;
  // Held beside it, as another file may be put in the place of that. Nothing on
  // file systems that can't lock folders.
  std::optional<platform::DirectoryLock> folder_lock_;
  LastDropped last_dropped_;
  std::vector<std::string> mended_;
};

// Removes everything in the folder, or in the one that a link in its place
// leads to, for good. Errors: kStorage.
[[nodiscard]] Result<void> EmptyFolder(const std::filesystem::path& folder);

}  // namespace answerbox::daemon
