// Reads all segments and page pictures of all collections from the disk, slowly
// and again and again, so that damage is found while there is still a good copy
// of the documents somewhere else.
//
// Not safe to use from two threads at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemon/collections/files/page_files.h"
#include "daemon/collections/files/stored_segment.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/collections/snapshots/state_directory.h"

namespace answerbox::daemon {

class Scrubber {
 public:
  using Clock = std::chrono::steady_clock;

  //   every   time from the beginning of one reading to that of the next; zero:
  //           nothing is read. The first begins an hour after the start, or
  //           after `every` if that is less.
  //   pause   between two pieces of SegmentVerification::kPieceBytes
  Scrubber(Catalog& catalog, const StateDirectory& directory,
           std::chrono::seconds every, std::chrono::milliseconds pause);

  // When the next piece is to be read; nothing: never.
  [[nodiscard]] std::optional<Clock::time_point> next() const { return next_; }

  // Reads a piece. Errors: kCorrupt, once for each damaged file; kStorage, if
  // the disk can't give the piece. The next call goes on with the next file.
  [[nodiscard]] Result<void> ReadPiece();

 private:
  struct Place {
    std::string collection;
    std::uint64_t number = 0;  // Of the file.
    bool is_segment = true;    // Else page pictures.
  };

  // The files as they are now, the last one first. They are not held: what
  // is merged or erased meanwhile must leave the disk.
  void Begin();
  // Reads a piece of the last of to_read_; false: it was the last piece.
  [[nodiscard]] Result<bool> ReadPieceOf(const Place& place);
  [[nodiscard]] Result<bool> ReadSegmentPiece(const Place& place,
                                              const Snapshot& snapshot);
  [[nodiscard]] Result<bool> ReadPicturesPiece(const Place& place,
                                               const Snapshot& snapshot);

  Catalog& catalog_;
  const StateDirectory& directory_;
  const std::chrono::seconds every_;
  const std::chrono::milliseconds pause_;
  std::optional<Clock::time_point> next_;
  Clock::time_point began_;
  std::vector<Place> to_read_;
  // How far the last file of to_read_ is verified.
  std::optional<SegmentVerification> reading_;
  std::optional<PagesVerification> reading_pages_;
  std::set<std::uint64_t> told_;  // Numbers of damaged files.
};

}  // namespace answerbox::daemon
