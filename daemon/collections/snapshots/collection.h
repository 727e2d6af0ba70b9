// One collection: its folder, and its state as the manifest in it describes it.
// Only the writing thread uses it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/snapshots/manifest.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// A file that a repair did without.
struct LostFile {
  std::string file;  // Its name in the folder.
  std::string why;
  std::string kept;             // Its name now; empty: it is missing.
  std::uint64_t documents = 0;  // Live ones, in a segment.
};

struct Repaired;

class Collection {
 public:
  // Reads the manifest, opens its segments, and removes segments and temporary
  // files that it does not name. Removals with a time in the future become due
  // at once.
  // Errors: kStorage, kCorrupt; kLimit when the segments take more than
  // `max_mapped_bytes`. Nothing is removed then.
  //   newest  an older manifest is kCorrupt; 0: any will do; nothing: any will
  //           do, and nothing is removed
  [[nodiscard]] static Result<Collection> Open(
      std::filesystem::path folder, std::uint64_t max_mapped_bytes,
      const OpeningTimes& times, std::optional<std::uint64_t> newest);

  // Opens the collection without the files that are missing or have wrong
  // checksums. These are errors: a file that can't be read, a file of another
  // version, a sound file that the manifest does not mean, a damaged manifest.
  // Nothing is deleted: each file that is given up is renamed, and this is on
  // the disk before the manifest leaves it out. Reads every byte.
  // Errors: kStorage, kLimit, kCorrupt.
  //   newest   an older manifest is taken, and its snapshot raised above this
  //   on_step  called before each segment
  [[nodiscard]] static Result<Repaired> Repair(
      std::filesystem::path folder, std::uint64_t max_mapped_bytes,
      const OpeningTimes& times, std::uint64_t newest,
      const std::function<void()>& on_step);

  // Makes a folder with an empty collection. The first Commit writes its
  // manifest. Errors: kStorage.
  //   number  of the snapshot before its first change
  [[nodiscard]] static Result<Collection> Create(std::filesystem::path folder,
                                                 CollectionSettings settings,
                                                 std::uint64_t number);

  // Opens the state that `before` of the settings describes, and reads every
  // byte of it. Its number is the one that it had. Precondition: there is one.
  // Errors: kStorage, kCorrupt, kLimit.
  //   on_step  called before each segment
  [[nodiscard]] Result<std::shared_ptr<const Snapshot>> OpenBefore(
      std::uint64_t max_mapped_bytes, const OpeningTimes& times,
      const std::function<void()>& on_step) const;

  // Returns the state that was committed last.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const {
    return snapshot_;
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  // Makes `next` the collection's state. Precondition: its new files are
  // synced. The collection takes over their files, and removes them if this
  // fails. Files that `next` no longer has are removed.
  // Errors: kStorage; the old state then stays, in memory and on the disk.
  [[nodiscard]] Result<void> Commit(std::shared_ptr<const Snapshot> next);

  // Removes files that could not be removed before. When it succeeds, the
  // folder has only the files of the state, also after a power cut.
  // Precondition: no segment is being written there. Errors: kStorage.
  [[nodiscard]] Result<void> RemoveRemains();

  // Compares the manifest, the guard and the manifest of before on the disk
  // with memory, and checks that the files of all segments exist. Rewrites a
  // damaged manifest or guard from memory. Returns the size of both. Errors:
  // kCorrupt, which says what was damaged, and whether it was rewritten.
  [[nodiscard]] Result<std::uint64_t> VerifyFiles();

  // Gives the files of the state second names in the new folder `made`. Errors:
  // kStorage.
  [[nodiscard]] Result<void> LinkFiles(const std::filesystem::path& made) const;

  // The content of files that could not be removed.
  struct Remains {
    std::uint64_t documents = 0;
    std::uint64_t text_bytes = 0;
  };
  [[nodiscard]] Remains remains() const;

  // Notes that the folder was renamed.
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
  // Each returns the damage that it finds, if any.
  [[nodiscard]] std::optional<Error> VerifyManifest(std::string_view expected);
  [[nodiscard]] std::optional<Error> VerifyGuard() const;
  void RemoveFiles(std::vector<DoomedFile> files);

  std::filesystem::path folder_;
  std::shared_ptr<const Snapshot> snapshot_;
  // True after a new manifest could not be synced, nor the old one put back:
  // either may be on the disk. No file is removed until a manifest is written
  // again.
  bool manifest_uncertain_ = false;
  std::vector<DoomedFile> doomed_files_;
};

struct Repaired {
  Collection collection;
  std::vector<LostFile> given_up;
};

}  // namespace answerbox::daemon
