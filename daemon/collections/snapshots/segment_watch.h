// Tells whether what was compared of a stored segment still holds. A block is
// compared with its checksum once (engine/index/format/block_checks.h). That
// suffices where its page stays in memory (MappedFile::KeepPages) and nobody
// writes to the file; this class sees who does.
//
// Not safe to use from two threads at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "daemon/collections/snapshots/snapshot.h"
#include "platform/file/folder_watch.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
