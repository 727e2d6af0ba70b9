// A backup as one file: a tar archive that begins with its list. Every byte of
// it is determined by the list, or covered by a digest in it, so damage is
// always found, with its place. docs/state-directory.md, "Backups".
#pragma once

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

namespace answerbox::client {

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
  explicit ArchiveFiles(OnBackupProgress on_progress)
      : on_progress_(std::move(on_progress)) {}

  // Adds all regular files below `folder`, with paths that begin with `tree`,
  // and folders that are empty. What is of another kind or has a name that
  // does not fit is listed in left_out(). Errors: kDaemonFailed for what can't
  // be read.
  //   owner_of  returns to whom a restored file belongs; gets its user and
  //             group
  [[nodiscard]] Outcome<void> AddTree(
      const std::filesystem::path& folder, std::string_view tree,
      const std::function<FileOwner(std::uint32_t uid, std::uint32_t gid)>&
          owner_of);

  [[nodiscard]] const std::vector<std::filesystem::path>& left_out() const {
    return left_out_;
  }
  // Of files and headers, in the archive.
  [[nodiscard]] std::uint64_t ArchiveBytes() const;
  // Computes the digests. Errors: kDaemonFailed, kInterrupted.
  [[nodiscard]] Outcome<void> Digest();
  // Writes the archive. Errors: those of Digest, also if a file has other bytes
  // now; kOutputFailed.
  //   name  of the output, for messages
  [[nodiscard]] Outcome<void> Write(int descriptor, std::string_view name);

  ArchiveList list;

 private:
  Outcome<void> AddFolder(const std::filesystem::path& folder,
                          const std::string& path);
  [[nodiscard]] Outcome<std::string> Read(
      const ArchivedFile& file,
      const std::function<Outcome<void>(std::span<const char>)>& take);

  OnBackupProgress on_progress_;
  std::function<FileOwner(std::uint32_t uid, std::uint32_t gid)> owner_of_;
  std::map<std::string, std::filesystem::path> sources_;  // By path.
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
