// The daemon's side of the inbox: puts files of callers into the folders that
// `answerbox inbox` empties, and reads what became of them. The daemon itself
// looks into no file: docs/operations.md, "Inbox".
//
// Members of the inbox's group write to its folders while they are used, so
// each is opened without following links, and files are made and found in the
// opened folder.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/inbox/inbox_options.h"
#include "platform/file_descriptor.h"
#include "protocol/audit/digest.h"

namespace answerbox::daemon {

class Inbox;

// A file that comes in parts. Nobody takes it in before it is committed. If it
// never is, the destructor removes it. Safe to destroy on any thread.
class IncomingFile {
 public:
  IncomingFile(const IncomingFile&) = delete;
  IncomingFile& operator=(const IncomingFile&) = delete;
  ~IncomingFile();

  [[nodiscard]] const std::string& collection() const { return collection_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t received_bytes() const { return received_bytes_; }

  // Errors: kRejected (too_large: more than the file was to have), kStorage.
  [[nodiscard]] Result<void> Append(std::string_view bytes);
  // Puts the whole file, synced, where it is taken in; returns its hash. Call
  // it once. Errors: kRejected (sha256_mismatch: a part is missing),
  // kAlreadyExists (one of its name waits), kStorage.
  [[nodiscard]] Result<protocol::Digest> Commit();

 private:
  friend class Inbox;
  IncomingFile(Inbox& inbox, std::string_view collection, std::string_view name,
               std::uint64_t bytes);

  Inbox& inbox_;
  const std::string collection_;
  const std::string name_;
  const std::uint64_t bytes_;
  platform::FileDescriptor root_;    // The inbox.
  platform::FileDescriptor folder_;  // The collection's in it.
  platform::FileDescriptor file_;
  std::string held_name_;  // In the inbox, until it is committed.
  std::uint64_t received_bytes_ = 0;
  protocol::RunningDigest digest_;
};

struct InboxEntry {
  enum class State : std::uint8_t { kWaiting, kAdded, kRefused };

  std::string name;  // Of the file. Any bytes but '/' and U+0000.
  State state;
  std::chrono::sys_seconds time;  // When it came or the report was written.
  std::string report;             // Its beginning; empty for a file that waits.
};
// "waiting", "added" or "refused".
[[nodiscard]] std::string_view ToString(InboxEntry::State state) noexcept;

// Used on one thread.
class Inbox {
 public:
  // What is left of a file's name beside what the inbox adds to it.
  static constexpr std::size_t kMaxNameBytes = 200;
  static constexpr std::size_t kMaxListed = 100;
  static constexpr std::size_t kMaxReportBytes = std::size_t{8} << 10;

  // Removes files that an earlier process was receiving. The files that are
  // begun must be gone before this is destroyed.
  explicit Inbox(InboxOptions options);

  // Begins a file of so many bytes for the collection. Errors: kNotFound (there
  // is no inbox), kRejected (bad_name, too_large), kAlreadyExists (one of its
  // name waits), kLimit (max_bytes, max_files, or half of them for the
  // collection), kStorage (the disk has no room, or the folder can't be used).
  [[nodiscard]] Result<std::unique_ptr<IncomingFile>> Begin(
      std::string_view collection, std::string_view name, std::uint64_t bytes);

  // What lies there for the collection, the newest first, at most kMaxListed.
  // Errors: kNotFound (there is no inbox), kStorage.
  [[nodiscard]] Result<std::vector<InboxEntry>> List(
      std::string_view collection) const;

 private:
  friend class IncomingFile;

  [[nodiscard]] Result<platform::FileDescriptor> OpenRoot() const;
  struct Usage {
    std::uint64_t bytes = 0;
    std::uint64_t files = 0;
  };
  // Adds up what lies in the folder and below it, until it is above the limits.
  // Returns whether it is not. Of the inbox itself (depth 1), what was added
  // and refused is left out: neither waits, and `answerbox inbox` bounds it.
  [[nodiscard]] static bool AddUp(int folder, int depth, const Usage& limits,
                                  Usage& used);
  // Checks the names and the size of a file.
  [[nodiscard]] Result<void> CheckFile(std::string_view collection,
                                       std::string_view name,
                                       std::uint64_t bytes) const;
  // Checks the bounds of all that lies there, and the disk's room.
  [[nodiscard]] Result<void> CheckRoom(int root, const std::string& collection,
                                       std::uint64_t bytes) const;
  // Whoever may add to one collection leaves others half of the room.
  [[nodiscard]] Result<void> CheckShare(int root, const std::string& collection,
                                        Usage used) const;

  const InboxOptions options_;
  std::uint64_t last_number_ = 0;
  mutable std::mutex mutex_;  // Of `coming_`.
  // The files that are being received, with all that each may come to.
  std::map<std::string, Usage, std::less<>> coming_;
};

}  // namespace answerbox::daemon
