// Folders and their entries, the lock of a folder, and a watch for writes to
// its files. Creating, renaming or removing an entry survives a power cut only
// after its folder was synced. MakeDirectory syncs; after the other functions
// the caller syncs, once for several changes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Makes the folder, and missing folders above it, with mode 0700, and syncs the
// parent of each. Does nothing to folders that exist.
[[nodiscard]] Result<void> MakeDirectory(const std::filesystem::path& path);

// Returns when the folder's entries are on the disk (fsync).
[[nodiscard]] Result<void> SyncDirectory(const std::filesystem::path& path);

// Returns the names of all entries but "." and "..", sorted.
[[nodiscard]] Result<std::vector<std::string>> ListDirectory(
    const std::filesystem::path& path);

// Returns the free space for a process without privileges.
[[nodiscard]] Result<std::uint64_t> AvailableBytes(
    const std::filesystem::path& path);

// Returns whether the error is that its disk has room, but for no more files
// (inodes).
[[nodiscard]] bool IsOutOfInodes(const Error& error);

[[nodiscard]] Result<void> Rename(const std::filesystem::path& from,
                                  const std::filesystem::path& to);

// Renames the entry, of whatever kind, to NAME.damaged, or to NAME.damaged.2
// and so on if that is taken, and syncs its folder: a power cut must not bring
// it back in the place of a new one. Returns the new name. Errors:
// kTooManySetAside.
inline constexpr int kMaxSetAside = 9;
[[nodiscard]] Result<std::string> SetAside(const std::filesystem::path& path);

// Gives the file `existing` a second name. Errors: EEXIST; EPERM if the file
// system has no second names.
[[nodiscard]] Result<void> Link(const std::filesystem::path& existing,
                                const std::filesystem::path& made);

// The same, or a copy where the file system has no second names. Syncs nothing.
[[nodiscard]] Result<void> LinkOrCopy(const std::filesystem::path& existing,
                                      const std::filesystem::path& made);

// Makes the folder `made`, and in it the same for each file of `folder` and of
// the folders below. Leaves out what is neither a file nor a folder. Errors: as
// LinkOrCopy.
[[nodiscard]] Result<void> LinkTree(const std::filesystem::path& folder,
                                    const std::filesystem::path& made);

// Copies the file as it is now; syncs nothing. Errors: EEXIST.
[[nodiscard]] Result<void> CopyFile(const std::filesystem::path& existing,
                                    const std::filesystem::path& made);

// Returns when the file was last written or touched (mtime).
[[nodiscard]] Result<std::chrono::sys_seconds> LastWritten(
    const std::filesystem::path& path);

// Sets the time of LastWritten to now.
[[nodiscard]] Result<void> Touch(const std::filesystem::path& path);

// Removes the file. Succeeds if there is none.
[[nodiscard]] Result<void> RemoveFile(const std::filesystem::path& path);

// Removes a file, or a folder with everything in it; does not follow symbolic
// links. Succeeds if there is no such entry.
[[nodiscard]] Result<void> RemoveTree(const std::filesystem::path& path);

// --- Who may change the content of a folder or file

struct Access {
  std::uint32_t owner = 0;  // uid
  // Whether the group or anybody else may write, or has any permission.
  bool others_may_write = false;
  bool others_have_access = false;
};

// Returns the access to the folder or file at `path`; follows symbolic links.
[[nodiscard]] Result<Access> AccessTo(const std::filesystem::path& path);

// Takes permissions from the group and others: to write, or all. Changes only
// what is surely ours: follows no symbolic link, and where a file has other
// names or another owner (as root's), puts a copy in its place (AtomicFile)
// that its owner alone may use. Returns whether it did; what has the other
// names is as it was. Errors: ELOOP, kNotRegular.
enum class TakenRight : std::uint8_t { kWriting, kAny };
[[nodiscard]] Result<bool> TakeFromOthers(const std::filesystem::path& path,
                                          TakenRight right);

// Returns false also if it cannot be determined.
[[nodiscard]] bool IsFolder(const std::filesystem::path& path) noexcept;
[[nodiscard]] bool IsFile(const std::filesystem::path& path) noexcept;

// Lets only one process use a folder: two would destroy each other's data. A
// lock file (flock), held until the object is destroyed or the process ends in
// any way. The file remains. It contains the process id of its last holder, if
// the disk had room, and the file has one name and belongs to us.
class DirectoryLock {
 public:
  // Locks `file`, which is created if it is missing. Does not wait: if another
  // process holds it, the error's code is EWOULDBLOCK.
  [[nodiscard]] static Result<DirectoryLock> Acquire(
      const std::filesystem::path& file);

  // The same for the folder itself, which nothing can take the place of.
  // Errors: also that the file system can't lock folders.
  [[nodiscard]] static Result<DirectoryLock> AcquireFolder(
      const std::filesystem::path& folder);

  // Returns the process id that the holder wrote into `file`; nothing if it
  // cannot be read.
  [[nodiscard]] static std::optional<long> Holder(
      const std::filesystem::path& file);

 private:
  explicit DirectoryLock(FileDescriptor file) noexcept
      : file_(std::move(file)) {}

  FileDescriptor file_;
};

// --- Notices that files of a folder are written to, by any program, through
// inotify(7). Writes through a shared mapping, and what changes on the disk
// itself, are not seen.

class FolderWatch {
 public:
  // Watches nothing yet. Errors: those of inotify_init1, as EMFILE.
  [[nodiscard]] static Result<FolderWatch> Open();

  // Watches the folder itself, not its subfolders, and goes on when it is
  // renamed. Returns the number by which Drain() names it; the same folder has
  // the same number. Errors: those of inotify_add_watch, as ENOSPC when the
  // user has too many watches.
  [[nodiscard]] Result<int> Add(const std::filesystem::path& folder);

  // Calls `written` for each write since the last call, or once for several:
  //   folder  its number, or kLost: the kernel lost count, any file may be
  //   meant file    the file's name in the folder; valid during the call
  // A write that had returned before the call is not missed. One system call
  // where nothing was written. Allocates nothing. Not safe to use from two
  // threads at once.
  static constexpr int kLost = -1;
  using Written = std::function<void(int folder, std::string_view file)>;
  void Drain(const Written& written);

 private:
  explicit FolderWatch(FileDescriptor events) : events_(std::move(events)) {}
  FileDescriptor events_;
};

}  // namespace answerbox::platform
