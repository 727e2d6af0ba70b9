#include "daemon/collections/files/stored_segment.h"

#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "engine/index/format/segment_footer.h"

namespace answerbox::daemon {
namespace {

using engine::DocumentNumber;

class PageReleaser final : public engine::ReadObserver {
 public:
  explicit PageReleaser(const platform::MappedFile& file) : file_(file) {}
  void OnRead() noexcept override { file_.Release(); }

 private:
  const platform::MappedFile& file_;
};

// A slow disk reads this many bytes in a row in the time of a few dozen single
// pages, which is about what a question touches.
constexpr std::size_t kSmallFileBytes = std::size_t{1} << 20;

platform::ReadAhead ReadAheadWhileAsking(const platform::MappedFile& file) {
  // A large file is read here and there; the kernel's guess would read
  // megabytes around each place.
  return file.bytes().size() > kSmallFileBytes
             ? platform::ReadAhead::kNothing
             : platform::ReadAhead::kAsTheKernelSees;
}

Error Damaged(const StoredSegment& segment, const engine::Error& error) {
  return CorruptError(segment.file_name, error);
}

}  // namespace

WholeReading::~WholeReading() {
  // Not if it was moved from.
  if (segment_ != nullptr) {
    segment_->file.SetReadAhead(ReadAheadWhileAsking(segment_->file));
  }
}

bool HasOldVersion(const StoredSegment& segment) {
  return segment.reader.format_version() != engine::kFormatVersion;
}

bool IsDamagedAt(const StoredSegment& segment, std::uint64_t offset) {
  return segment.checks->IsDamageAt(offset);
}

engine::Result<void> VerifyReleasing(const StoredSegment& segment) {
  const WholeReading reading(segment);
  PageReleaser releaser(segment.file);
  return segment.reader.VerifyChecksums(&releaser);
}

std::string SegmentFileName(std::uint64_t number) {
  return std::to_string(number) + kSegmentExtension;
}

Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number) {
  const std::filesystem::path path = folder / SegmentFileName(number);
  auto file = platform::MappedFile::Open(path);
  if (!file) return StorageError(file.error());
  file->SetReadAhead(ReadAheadWhileAsking(*file));
  // On the heap, as the reader points to it and the segment moves.
  auto checks = std::make_unique<engine::BlockChecks>(file->bytes());
  auto reader = engine::SegmentReader::Open(file->bytes(), checks.get());
  if (!reader) return CorruptError(path, reader.error());
  // Opening has read the file's checksums; questions need them rarely.
  if (file->bytes().size() > kSmallFileBytes) file->Release();
  return std::make_shared<const StoredSegment>(
      StoredSegment{number, SegmentFileName(number), std::move(*file),
                    std::move(checks), std::move(*reader)});
}

Result<NamedDocument> ReadByName(const StoredSegment& segment,
                                 std::uint32_t place) {
  const auto document = segment.reader.DocumentByName(place);
  if (!document) return Damaged(segment, document.error());
  const auto record = segment.reader.Document(*document);
  if (!record) return Damaged(segment, record.error());
  return NamedDocument{*document, record->name};
}

Result<std::uint32_t> LowerBoundByName(const StoredSegment& segment,
                                       std::string_view name) {
  std::uint32_t begin = 0;
  std::uint32_t end = segment.reader.counts().documents;
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto found = ReadByName(segment, middle);
    if (!found) return found.error();
    if (found->name < name) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

Result<std::optional<DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name) {
  const auto may_hold = segment.reader.MayHoldName(name);
  if (!may_hold) return Damaged(segment, may_hold.error());
  // Most names of new documents end here, with one block read.
  if (!*may_hold) return std::optional<DocumentNumber>();
  const auto begin = LowerBoundByName(segment, name);
  if (!begin) return begin.error();
  for (std::uint32_t at = *begin; at < segment.reader.counts().documents;
       ++at) {
    const auto found = ReadByName(segment, at);
    if (!found) return found.error();
    // A name may be there several times: a document that was replaced stays
    // until the segment is merged.
    if (found->name != name) break;
    if (!removed.Contains(found->document)) {
      return std::optional(found->document);
    }
  }
  return std::optional<DocumentNumber>();
}

}  // namespace answerbox::daemon
