// One collection's folder and its state as the manifest there has it. Used by
// the writing thread alone.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// What removals that a manifest tells of are held against.
struct OpeningTimes {
  std::chrono::sys_seconds now{};
  std::chrono::seconds erase_after{0};
};

class Collection {
 public:
  // Reads the manifest, opens its segments, and removes segments and
  // temporaries that it does not name. Removals of an old manifest, which tells
  // no times, count from now on: it is replaced if the disk allows. Those of a
  // time to come are due at once. Errors: kStorage, kCorrupt; kLimit when the
  // segments take more than `max_mapped_bytes`.
  [[nodiscard]] static Result<Collection> Open(std::filesystem::path folder,
                                               std::uint64_t max_mapped_bytes,
                                               const OpeningTimes& times);

  // Makes a folder with an empty collection that has no manifest yet: the first
  // Commit writes it. Errors: kStorage.
  [[nodiscard]] static Result<Collection> Create(std::filesystem::path folder,
                                                 CollectionSettings settings);

  // The last state that was committed.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const {
    return snapshot_;
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  // Makes `next` the collection's state. Its new segments are already synced;
  // their files are the collection's from here on: removed again when this
  // fails. Files of segments that `next` no longer has are removed.
  // Errors: kStorage; the state before stays, in memory and on disk.
  [[nodiscard]] Result<void> Commit(std::shared_ptr<const Snapshot> next);

  // Removes what could not be removed before, and returns when no file but
  // those of the state is in the folder, also after a power cut. Precondition:
  // nobody is writing a segment there. Errors: kStorage.
  [[nodiscard]] Result<void> RemoveRemains();

  // Documents in files that could not be removed.
  struct Remains {
    std::uint64_t documents = 0;
    std::uint64_t text_bytes = 0;
  };
  [[nodiscard]] Remains remains() const;

  // The folder was renamed.
  void MovedTo(std::filesystem::path folder) { folder_ = std::move(folder); }

  // A file that no manifest names any more.
  struct DoomedFile {
    std::string name;
    Remains content;
  };

 private:
  Collection(std::filesystem::path folder,
             std::shared_ptr<const Snapshot> snapshot);

  [[nodiscard]] Result<void> SyncFolder();
  [[nodiscard]] Result<void> WriteManifest(const Snapshot& snapshot);
  void RemoveFiles(std::vector<DoomedFile> files);

  std::filesystem::path folder_;
  std::shared_ptr<const Snapshot> snapshot_;
  // After a manifest was replaced and could not be put back: the one on disk
  // may name files that are not ours any more, so nothing is removed until the
  // next one is written.
  bool manifest_uncertain_ = false;
  std::vector<DoomedFile> doomed_files_;
};

}  // namespace answerbox::daemon
