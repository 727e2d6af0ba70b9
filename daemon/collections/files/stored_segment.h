// A segment file as it lies in a collection's folder: mapped and opened.
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

// Never changes, and lives on after its file was removed.
struct StoredSegment {
  std::uint64_t number = 0;  // No other segment of the state directory has it.
  std::string file_name;     // Within the collection's folder.
  platform::MappedFile file;
  std::unique_ptr<engine::BlockChecks> checks;  // Of the file.
  engine::SegmentReader reader;
};

// While a segment is read from end to end, to verify or to merge it, the kernel
// reads its file ahead. Questions, which touch a page here and there, would
// otherwise read megabytes for each: at first, and from then on, it does not,
// unless the file is small.
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

// Whether a damaged block of the file begins at `offset`, or in the old format
// a damaged section. So an error of a question that read several segments is
// known to be about this one.
[[nodiscard]] bool IsDamagedAt(const StoredSegment& segment,
                               std::uint64_t offset);

// Reads the file once and compares every checksum; gives its pages back as it
// goes. Nobody reads sections of the old format any more that it finds damaged.
// Errors: as SegmentReader::VerifyChecksums.
[[nodiscard]] engine::Result<void> VerifyReleasing(
    const StoredSegment& segment);

// "17.segment".
[[nodiscard]] std::string SegmentFileName(std::uint64_t number);

// Maps and opens the segment: constant time and memory, whatever its size.
// Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number);

struct NamedDocument {
  engine::DocumentNumber document = 0;
  std::string_view name;  // In the mapping.
};
// The document at a place in the order of names. Errors: kCorrupt.
[[nodiscard]] Result<NamedDocument> ReadByName(const StoredSegment& segment,
                                               std::uint32_t place);

// Place in the order of names of the first document whose name is not below
// `name`.
[[nodiscard]] Result<std::uint32_t> LowerBoundByName(
    const StoredSegment& segment, std::string_view name);

// The document of that name that is not in `removed`, if there is one.
[[nodiscard]] Result<std::optional<engine::DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name);

}  // namespace answerbox::daemon
