// A folder into which people put files, and from which each is taken once.
// Files lie in the folder itself, or in a folder of it that is named like a
// collection. What became of a file is told beside them, in `added` and
// `refused`. docs/operations.md, "Inbox".
//
// Others write to the folder while it is read. So a file is first moved to a
// folder that only its taker can write to, and only then looked at: nobody can
// put a link in its place. What lies there at the start ended a run before.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

struct InboxFile {
  std::string collection;  // Its folder; empty: the inbox itself.
  std::string name;        // May hold any byte but '/' and U+0000.

  friend auto operator<=>(const InboxFile&, const InboxFile&) = default;
};

// Past these bounds of a collection's refused files, its further files wait:
// what was refused may be somebody's only copy. Bytes are those that files take
// on the disk; one file that is too large to be read leaves room for others.
inline constexpr std::size_t kMaxRefusedFiles = 1000;
inline constexpr std::uint64_t kMaxRefusedBytes = std::uint64_t{2} << 30;

// Whether the inbox has a folder of this name for itself.
[[nodiscard]] bool IsOwnFolder(std::string_view name);
// The name of the report that a collection's files wait for room.
[[nodiscard]] std::string NameOfWaiting(const std::string& collection);

class InboxFolder {
 public:
  // Makes the folders that are missing, and takes the inbox for this process.
  // Errors: kRejected (it is no folder, or that of another user, or others may
  // write to one of root; another process has it; no rights).
  [[nodiscard]] static Outcome<InboxFolder> Open(std::filesystem::path folder);

  // Files that a run before had taken when it was ended. Removes its notes of
  // files that it had done.
  [[nodiscard]] std::vector<InboxFile> Abandoned() const;

  // The files that have not changed since they were last seen `settle` ago, or
  // for that long by the clock. Names that begin with a dot are passed over.
  [[nodiscard]] std::vector<InboxFile> Settled(std::chrono::seconds settle);
  // Whether the last call of Settled() saw others.
  [[nodiscard]] bool has_growing() const noexcept { return has_growing_; }
  // The folders in the inbox, but for those of the inbox itself; and the
  // folders in one of these.
  [[nodiscard]] std::vector<std::string> Collections() const;
  [[nodiscard]] std::vector<std::string> FoldersIn(
      const std::string& collection) const;

  // Whether anything lies there that Settled(), Collections() or FoldersIn()
  // would tell of.
  [[nodiscard]] bool HasWork() const;

  // Takes the file, and returns where it is now. Errors: as rename(2), such as
  // ENOENT: it is gone.
  [[nodiscard]] platform::Result<std::filesystem::path> Take(
      const InboxFile& file) const;
  // Why a taken file is none. Empty: it is a regular file.
  [[nodiscard]] static std::string WhyNoFile(
      const std::filesystem::path& taken);

  // Notes that reading the taken file was interrupted. Returns whether that is
  // the second time, after which it should be refused.
  [[nodiscard]] bool IsInterruptedAgain(const InboxFile& file) const;

  // These end what Take began, and write `report` beside. Errors:
  // kDaemonFailed (the disk). A refused file replaces none.
  enum class Original : std::uint8_t { kKept, kRemoved };
  [[nodiscard]] Outcome<void> Add(const InboxFile& file, Original original,
                                  std::string_view report) const;
  [[nodiscard]] Outcome<void> Refuse(const InboxFile& file,
                                     std::string_view report) const;
  // Whether the collection's refused files are below their bounds. Reads the
  // folder.
  [[nodiscard]] bool HasRoomForRefused(const std::string& collection) const;
  // Removes reports whose files are gone, but for the newest kMaxRefusedFiles.
  void DropReports(const std::string& collection) const;
  // Puts it back, unless there is another one of its name by now.
  void PutBack(const InboxFile& file) const;

  // Writes a report of something that stays where it is, unless there is one:
  // each run would write the same. Errors: as Refuse.
  [[nodiscard]] Outcome<void> Tell(const InboxFile& file,
                                   std::string_view report) const;

 private:
  struct Seen {
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;  // ctime: it can't be set by hand.

    friend bool operator==(const Seen&, const Seen&) = default;
  };

  InboxFolder(std::filesystem::path folder, platform::FileDescriptor lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}

  [[nodiscard]] std::filesystem::path PathOf(const InboxFile& file) const {
    return folder_ / file.collection / file.name;
  }
  [[nodiscard]] std::filesystem::path TakenPath(const InboxFile& file) const;
  // Where an interruption of reading the file is noted.
  [[nodiscard]] std::filesystem::path NotePath(const InboxFile& file) const;
  // The folder in `in` for files of this collection.
  [[nodiscard]] platform::Result<std::filesystem::path> Home(
      const char* in, const std::string& collection) const;
  [[nodiscard]] Outcome<void> MoveWithReport(const InboxFile& file,
                                             const char* in,
                                             std::string_view report) const;

  std::filesystem::path folder_;
  platform::FileDescriptor lock_;  // Of the folder of taken files.
  std::map<InboxFile, Seen> seen_;
  bool has_growing_ = false;
};

}  // namespace answerbox::client
