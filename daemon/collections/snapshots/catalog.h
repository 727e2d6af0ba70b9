// The current snapshot of every collection, and whether it still is on the disk
// what was read of it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "platform/file/directory.h"
#include "protocol/audit/known_state.h"

namespace answerbox::daemon {

// Tells whether what was compared of a stored segment still holds. A block is
// compared with its checksum once (engine/index/format/block_checks.h). That
// suffices where its page stays in memory (MappedFile::KeepPages) and nobody
// writes to the file; this class sees who does.
//
// Not safe to use from two threads at once.
class SegmentWatch {
 public:
  using Snapshots =
      std::map<std::string, std::shared_ptr<const Snapshot>, std::less<>>;

  //   folder  in which each collection has a folder of its name
  explicit SegmentWatch(std::filesystem::path folder);

  // Watches the segments of a snapshot that is new to `snapshots`, before it is
  // added there. What was compared of new segments before does not count.
  void Add(const std::string& collection, const Snapshot& snapshot,
           const Snapshots& snapshots);
  void Remove(const std::string& collection);

  // Lets every segment of `snapshots` be compared again that was written to
  // since the last call, or whose pages the disk could not give; these are
  // read from the disk again.
  void Heed(const Snapshots& snapshots);

  // Lets the segments be compared again for which nobody can say that they are
  // unchanged: their pages are not kept, or their folder is not watched.
  void Doubt(const std::string& collection, const Snapshot& snapshot) const;

  // Grows with each change that was noticed of the segments.
  [[nodiscard]] static std::uint64_t ChangesOf(
      std::span<const Snapshot::Segment> segments);

 private:
  void NoticeWrite(const Snapshots& snapshots, int folder,
                   std::string_view file);
  void NoticeUnreadable(const std::string& collection,
                        const Snapshot& snapshot) const;

  std::filesystem::path folder_;
  std::optional<platform::FolderWatch> watch_;
  std::map<int, std::string> collections_;  // By the number of their folder.
  std::uint32_t unreadable_pages_ = 0;      // Of the process.
};

// The current snapshot of every collection, and the counters that the store's
// threads share. Safe to use from any thread.
class Catalog {
 public:
  using Snapshots = SegmentWatch::Snapshots;

  //   folder            in which each collection has a folder of its name
  //   before_documents  StoreOptions::before_documents
  explicit Catalog(std::filesystem::path folder,
                   std::function<void()> before_documents = {})
      : watch_(std::move(folder)),
        before_documents_(std::move(before_documents)) {}

  // Returns null when there is no such collection. What is read of the snapshot
  // from now on is compared with its checksums, once for all or once more
  // (SegmentWatch).
  [[nodiscard]] std::shared_ptr<const Snapshot> Pin(
      std::string_view collection) const;

  // Grows with each change by another program, and each page that the disk
  // could not give, that was noticed in the segments' files.
  [[nodiscard]] std::uint64_t ChangesOf(
      std::span<const Snapshot::Segment> segments) const;
  // Whether all that was read of the segments since ChangesOf() was `changes`,
  // right after Pin(), is what was compared with its checksums.
  [[nodiscard]] bool IsUnchangedSince(
      std::span<const Snapshot::Segment> segments, std::uint64_t changes) const;

  [[nodiscard]] Snapshots All() const;
  // Counts those out of service too.
  [[nodiscard]] std::size_t size() const;

  // Puts the collection into service, as it is now.
  void Publish(const std::string& collection,
               std::shared_ptr<const Snapshot> snapshot);
  void Erase(const std::string& collection);

  // Collections that can't be served, and why. The others go on.
  using Outages = std::map<std::string, Error, std::less<>>;
  void TakeOut(const std::string& collection, Error why);
  [[nodiscard]] Outages OutOfService() const;
  [[nodiscard]] bool IsOutOfService(std::string_view collection) const;
  // Returns why Pin gives nothing: the collection is out of service, or there
  // is none.
  [[nodiscard]] Error Absence(std::string_view collection) const;

  // --- The newest snapshots, for the audit log
  //
  // Notes what the log, or its manifest, tells of a collection that is not in
  // service. Publish and Erase end that.
  void Expect(const std::string& collection, std::uint64_t newest);
  // Those that the log tells of, and that are not there.
  [[nodiscard]] std::vector<std::string> Missing() const;
  [[nodiscard]] bool IsMissing(const std::string& collection) const;
  // Returns the newest snapshot of the collection, in service or not; dropped()
  // if there is no such collection.
  [[nodiscard]] std::uint64_t NewestOf(std::string_view collection) const;
  // Returns what Expect noted; of one that was removed and put back, what is
  // above dropped(); 0 of others.
  [[nodiscard]] std::uint64_t ExpectedOf(std::string_view collection) const;
  // At most kMaxKnownCollections, those in service first.
  [[nodiscard]] KnownState::Snapshots Newest() const;
  // The highest snapshot of any collection that was removed or is missing. New
  // ones begin above it, so that an old manifest is never taken for a newer
  // one.
  [[nodiscard]] std::uint64_t dropped() const;
  void RaiseDropped(std::uint64_t snapshot);

  // Returns a mark that Erase of this name makes true.
  [[nodiscard]] std::shared_ptr<const bool> MarkRemovalOf(
      const std::string& collection);

  // Notes what was found when a file of this number was read. An error that
  // tells nothing of the file, such as a want of descriptors, changes nothing.
  void NoteRead(std::uint64_t number, const Result<void>& read);
  // The same for an error that names the file; other errors tell nothing.
  void NoteDamage(const Error& error);
  // What is noted of segments, page pictures and synonyms that are in use.
  [[nodiscard]] std::vector<std::string> Damaged() const;

  // Segment numbers are unique in the state directory. So a new segment never
  // overwrites another one, even if its collection was dropped and made anew.
  [[nodiscard]] std::uint64_t NextSegmentNumber() noexcept {
    return next_segment_number_++;
  }
  void RaiseSegmentNumber(std::uint64_t used) noexcept;

  std::atomic<std::uint64_t> bytes_added = 0;
  // The removed documents and bytes in files that no collection needs and that
  // could not be removed.
  std::atomic<std::uint64_t> remaining_documents = 0;
  std::atomic<std::uint64_t> remaining_text_bytes = 0;
  // When the folder of a backup was made, whose files may hold what is erased
  // since.
  static constexpr auto kNoBackup = std::chrono::sys_seconds::max();
  std::atomic<std::chrono::sys_seconds> backup_since = kNoBackup;

 private:
  // NewestOf, for who holds the mutex.
  [[nodiscard]] std::uint64_t NumberOf(std::string_view collection) const;

  // Held only to copy or swap pointers, and to ask the kernel for changes.
  mutable std::mutex mutex_;
  Snapshots snapshots_;
  Outages outages_;  // None of them is in snapshots_.
  // None of these is in snapshots_ either. A collection that outages_ has and
  // this has not was removed, and its folder was put back.
  KnownState::Snapshots expected_;
  std::uint64_t dropped_ = 0;
  std::map<std::uint64_t, std::string> damage_;  // By the file's number.
  // The marks that MarkRemovalOf gave and somebody still holds, by collection.
  std::map<std::string, std::weak_ptr<bool>> removal_marks_;
  mutable SegmentWatch watch_;
  std::function<void()> before_documents_;
  std::atomic<std::uint64_t> next_segment_number_ = 1;
};

}  // namespace answerbox::daemon
