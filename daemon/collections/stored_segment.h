// A segment file as it lies in a collection's folder: mapped, opened, and with
// an order of its documents' names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "engine/index/document_set.h"
#include "engine/index/segment_reader.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

// Never changes, and lives on after its file was removed.
struct StoredSegment {
  std::uint64_t number = 0;  // No other segment of the state directory has it.
  std::string file_name;     // Within the collection's folder.
  platform::MappedFile file;
  engine::SegmentReader reader;
  // Documents ordered by name; those of one name by number. The names
  // themselves stay in the file: 4 bytes a document is all the heap they cost.
  std::vector<engine::DocumentNumber> by_name;
};

// Reads the file once and compares every checksum; gives its pages back as it
// goes. Errors: as SegmentReader::VerifyChecksums.
[[nodiscard]] engine::Result<void> VerifyReleasing(
    const StoredSegment& segment);

// "17.segment".
[[nodiscard]] std::string SegmentFileName(std::uint64_t number);

// Maps and opens the segment; reads every document's name once.
// Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number);

// Place in `by_name` of the first document whose name is not below `name`.
[[nodiscard]] Result<std::size_t> LowerBoundByName(const StoredSegment& segment,
                                                   std::string_view name);

// The document of that name that is not in `removed`, if there is one.
[[nodiscard]] Result<std::optional<engine::DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name);

}  // namespace answerbox::daemon
