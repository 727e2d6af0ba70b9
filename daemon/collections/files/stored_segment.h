// The segment files of a collection: opened, written, and compared with their
// checksums.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/index/reading/segment_reader.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"
#include "platform/file/uncached_file.h"

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

// A segment that is being written into a collection's folder. The destructor
// removes the file unless Keep was called.
class SegmentFile final : public engine::ByteSink {
 public:
  [[nodiscard]] static Result<std::unique_ptr<SegmentFile>> Create(
      const std::filesystem::path& folder, std::uint64_t number);

  SegmentFile(const SegmentFile&) = delete;
  SegmentFile& operator=(const SegmentFile&) = delete;
  ~SegmentFile() override;

  [[nodiscard]] engine::Result<void> Append(
      std::span<const std::byte> bytes) override;

  // Syncs the content and opens it. The folder is not synced yet.
  [[nodiscard]] Result<std::shared_ptr<const StoredSegment>> Finish();

  // Keeps the file. The code that names it in a manifest owns it from now on.
  void Keep() noexcept { keep_ = true; }

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  // Returns the reason why Append returned kSinkFailed.
  [[nodiscard]] Error error() const;

 private:
  SegmentFile(std::filesystem::path folder, std::uint64_t number,
              platform::FileWriter writer);

  std::filesystem::path folder_;
  std::uint64_t number_;
  platform::FileWriter writer_;
  bool keep_ = false;
};

// Compares a segment's file with its checksums, as the disk holds it now, and
// not as the kernel keeps it in memory.
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
