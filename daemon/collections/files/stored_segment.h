// Maps and opens the segment files of a collection.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "engine/index/reading/live_segment.h"
#include "engine/index/reading/segment_reader.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

// A mapped and opened segment file. This program never changes it, and it stays
// readable after its file was removed.
struct StoredSegment {
  std::uint64_t number = 0;  // Unique in the state directory.
  std::string file_name;     // In the collection's folder.
  platform::MappedFile file;
  // What the members below say is for SegmentWatch alone, under its lock.
  // Whether what was read once from the file is not read again from the disk.
  mutable bool keeps_pages = false;
  mutable std::uint32_t unreadable_pages = 0;   // That were noticed.
  mutable std::uint64_t changes = 0;            // By others, that were noticed.
  std::unique_ptr<engine::BlockChecks> checks;  // Of the file.
  engine::SegmentReader reader;
};

// Returns whether a program before this version of the format wrote the
// segment.
[[nodiscard]] bool HasOldVersion(const StoredSegment& segment);

// Returns whether a damaged block of the file begins at `offset`. This shows
// which segment an error is about when a question has read several.
[[nodiscard]] bool IsDamagedAt(const StoredSegment& segment,
                               std::uint64_t offset);

// Returns "17.segment".
[[nodiscard]] std::string SegmentFileName(std::uint64_t number);

// For what a segment is mapped.
enum class SegmentUse {
  kAsking,        // A few pages here and there, kept once they are read.
  kWholeReading,  // From end to end; the pages can be released.
};

// Keeps the pages of the segment from now on, if the process may.
void KeepPages(const StoredSegment& segment);

// Maps the file again, where the disk could not give a page. Does nothing if it
// is not there any more.
void MapAgain(const std::filesystem::path& folder,
              const StoredSegment& segment);

// Maps and opens the segment. Takes constant time and memory, whatever its
// size. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number,
    SegmentUse use = SegmentUse::kAsking);

struct NamedDocument {
  engine::DocumentNumber document = 0;
  std::string_view name;  // In the mapping.
};
// Returns the document at `place` in the order of names. Errors: kCorrupt.
[[nodiscard]] Result<NamedDocument> ReadByName(const StoredSegment& segment,
                                               std::uint32_t place);

// Returns the place, in the order of names, of the first document whose name is
// not below `name`.
[[nodiscard]] Result<std::uint32_t> LowerBoundByName(
    const StoredSegment& segment, std::string_view name);

// Returns the document of that name, unless it is in `removed`; nothing if
// there is none.
[[nodiscard]] Result<std::optional<engine::DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name);

}  // namespace answerbox::daemon
