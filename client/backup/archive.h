// A backup as one file: a tar archive that begins with its list. Every byte of
// it is determined by the list, or covered by a digest in it, so damage is
// always found, with its place. docs/state-directory.md, "Backups".
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/backup/archive_list.h"
#include "client/failure.h"
#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

// Reads and writes with another user's rights, so that root never follows what
// he may have put into his folders.
//
// While it lives, the process has the effective user and group of the owner of
// a folder and no other groups, if it is root; else it changes nothing. Only
// for programs of one thread, and to open files: the process can be root again.
class ActingAs {
 public:
  ActingAs(uid_t user, gid_t group) noexcept;
  ~ActingAs();
  ActingAs(const ActingAs&) = delete;
  ActingAs& operator=(const ActingAs&) = delete;

 private:
  bool is_changed_ = false;
  std::vector<gid_t> groups_;  // Those before.
};

// Gets the bytes that were read or written so far, and all there are. Returns
// false to end the work (kInterrupted).
using OnBackupProgress =
    std::function<bool(std::uint64_t done, std::uint64_t total)>;

// --- Writing

// Writes all bytes to `descriptor`. Errors: kOutputFailed.
[[nodiscard]] Outcome<void> WriteAll(int descriptor,
                                     std::span<const char> bytes,
                                     std::string_view name);

// Gathers the files of one tree for an archive, and computes their digests.
class ArchiveFiles {
 public:
  //   user, group  the daemon's: its files are opened with its rights alone
  ArchiveFiles(uid_t user, gid_t group, OnBackupProgress on_progress)
      : user_(user), group_(group), on_progress_(std::move(on_progress)) {}

  // Returns to whom a restored file or folder belongs; nothing if it is of
  // somebody whom the machine of the restore may not have.
  using OwnerOf = std::function<std::optional<FileOwner>(const struct stat&)>;
  // Adds the folder with all folders and regular files below, with paths that
  // begin with `tree`. What is of another kind, too large, or has a name that
  // does not fit is listed in left_out(). Errors: kDaemonFailed for what can't
  // be read; kRejected for an owner who is not known.
  [[nodiscard]] Outcome<void> AddTree(const std::filesystem::path& folder,
                                      std::string_view tree, OwnerOf owner_of);

  [[nodiscard]] const std::vector<std::filesystem::path>& left_out() const {
    return left_out_;
  }
  // Returns how long the archive gets: its files and their headers.
  [[nodiscard]] std::uint64_t ArchiveBytes() const;
  // Computes the digests. Errors: kDaemonFailed, kInterrupted; kRejected for
  // more files than a list may have.
  [[nodiscard]] Outcome<void> Digest();
  // Writes the archive. Errors: those of Digest, also if a file has other bytes
  // now; kOutputFailed.
  //   name  of the output, for messages
  [[nodiscard]] Outcome<void> Write(int descriptor, std::string_view name);

  ArchiveList list;

 private:
  struct Source {
    std::filesystem::path path;
    dev_t disk;
    ino_t inode;
  };

  Outcome<void> AddFolder(const std::filesystem::path& folder,
                          const std::string& path, const struct stat& status);
  Outcome<void> AddEntry(const std::filesystem::path& source,
                         const std::string& path);
  [[nodiscard]] Outcome<FileOwner> OwnerAt(const std::filesystem::path& source,
                                           const struct stat& status) const;
  [[nodiscard]] platform::Result<platform::FileDescriptor> Open(
      const ArchivedFile& file) const;
  [[nodiscard]] Outcome<std::string> Read(
      const ArchivedFile& file,
      const std::function<Outcome<void>(std::span<const char>)>& take);

  uid_t user_;
  gid_t group_;
  OnBackupProgress on_progress_;
  OwnerOf owner_of_;
  std::map<std::string, Source> sources_;  // By path.
  std::vector<std::filesystem::path> left_out_;
  std::uint64_t done_ = 0;
};

// --- Reading

// Reads an archive from front to end. All errors are kRejected, and say where
// the archive is damaged, unless said otherwise.
class ArchiveReader {
 public:
  // Reads the list.
  //   name  of the archive, for messages
  [[nodiscard]] static Outcome<ArchiveReader> Open(
      int descriptor, std::string name, OnBackupProgress on_progress);

  [[nodiscard]] const ArchiveList& list() const noexcept { return list_; }

  // Reads the next file of the list, which `take` gets in parts. Its bytes are
  // what was archived only if this succeeds. Errors: those of `take`, too;
  // kInterrupted.
  using Take = std::function<Outcome<void>(std::span<const char>)>;
  [[nodiscard]] Outcome<void> ReadFile(const Take& take);

  // Reads the end, after which nothing may follow.
  [[nodiscard]] Outcome<void> Finish();

 private:
  ArchiveReader(int descriptor, std::string name, OnBackupProgress on_progress)
      : descriptor_(descriptor),
        name_(std::move(name)),
        on_progress_(std::move(on_progress)) {}

  [[nodiscard]] Outcome<void> ReadList();
  // Fills the buffer.
  [[nodiscard]] Outcome<void> Read(std::span<char> bytes,
                                   std::string_view what);
  // Reads bytes that must be these.
  [[nodiscard]] Outcome<void> Expect(std::span<const char> bytes,
                                     std::string_view what);
  // Reads the zeros that fill the last block of a file.
  [[nodiscard]] Outcome<void> ExpectPadding(std::uint64_t bytes,
                                            std::string_view what);
  [[nodiscard]] Failure Damaged(std::uint64_t at, std::string_view what,
                                std::string_view how) const;

  int descriptor_;
  std::string name_;
  OnBackupProgress on_progress_;
  ArchiveList list_;
  std::size_t next_file_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace answerbox::client
