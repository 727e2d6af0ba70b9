// Compares a segment's file with its checksums, as the disk holds it now, and
// not as the kernel keeps it in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "daemon/collections/files/stored_segment.h"
#include "daemon/error.h"
#include "engine/index/format/checksum.h"
#include "platform/file/uncached_file.h"

namespace answerbox::daemon {

class SegmentVerification {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

  // The file is opened by the first ReadPiece().
  explicit SegmentVerification(std::filesystem::path folder)
      : folder_(std::move(folder)) {}

  // Reads the next piece; false: it was the last one. Allocates a piece while
  // it reads. Errors: kCorrupt, kStorage.
  //   segment  the same in each call
  [[nodiscard]] Result<bool> ReadPiece(const StoredSegment& segment);

 private:
  std::filesystem::path folder_;
  std::optional<platform::UncachedFile> file_;
  std::uint64_t at_ = 0;
  engine::Checksum tail_;
};

// Reads the whole file. Errors: kCorrupt, kStorage.
[[nodiscard]] Result<void> VerifyOnDisk(const std::filesystem::path& folder,
                                        const StoredSegment& segment);

}  // namespace answerbox::daemon
