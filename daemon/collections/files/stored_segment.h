// Segment files of a collection, mapped and opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "engine/index/reading/document_set.h"
#include "engine/index/reading/segment_reader.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

// A mapped and opened segment file. It never changes, and stays readable after
// its file was removed.
struct StoredSegment {
  std::uint64_t number = 0;  // No other segment of the state directory has it.
  std::string file_name;     // In the collection's folder.
  platform::MappedFile file;
  std::unique_ptr<engine::BlockChecks> checks;  // Of the file.
  engine::SegmentReader reader;
};

// Whether a program before this version of the format wrote it.
[[nodiscard]] bool HasOldVersion(const StoredSegment& segment);

// Lets the kernel read the segment's file ahead while this object lives: for a
// segment that is read from end to end, to verify or to merge it. Otherwise the
// kernel does not read ahead, unless the file is small: a question touches a
// few pages, and would read megabytes for each.
class WholeReading {
 public:
  // `segment` outlives it.
  explicit WholeReading(const StoredSegment& segment) noexcept
      : segment_(&segment) {
    segment_->file.SetReadAhead(platform::ReadAhead::kAsTheKernelSees);
  }
  WholeReading(WholeReading&& other) noexcept
      : segment_(std::exchange(other.segment_, nullptr)) {}
  WholeReading& operator=(WholeReading&&) = delete;
  ~WholeReading();

 private:
  const StoredSegment* segment_;
};

// Whether a damaged block of the file begins at `offset`. Tells which segment
// an error is about when a question has read several.
[[nodiscard]] bool IsDamagedAt(const StoredSegment& segment,
                               std::uint64_t offset);

// Reads the file once and compares every checksum. Gives pages back to the
// kernel during the work. Errors: as SegmentReader::VerifyChecksums.
[[nodiscard]] engine::Result<void> VerifyReleasing(
    const StoredSegment& segment);

// "17.segment".
[[nodiscard]] std::string SegmentFileName(std::uint64_t number);

// Maps and opens the segment. Takes constant time and memory, whatever its
// size. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number);

struct NamedDocument {
  engine::DocumentNumber document = 0;
  std::string_view name;  // In the mapping.
};
// The document at `place` in the order of names. Errors: kCorrupt.
[[nodiscard]] Result<NamedDocument> ReadByName(const StoredSegment& segment,
                                               std::uint32_t place);

// The place, in the order of names, of the first document whose name is not
// below `name`.
[[nodiscard]] Result<std::uint32_t> LowerBoundByName(
    const StoredSegment& segment, std::string_view name);

// The document of that name, unless it is in `removed`; nothing if there is
// none.
[[nodiscard]] Result<std::optional<engine::DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name);

}  // namespace answerbox::daemon
