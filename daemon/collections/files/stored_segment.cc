#include "daemon/collections/files/stored_segment.h"

#include <algorithm>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "engine/index/format/segment_footer.h"
#include "platform/file/directory.h"
#include "platform/memory/page_memory.h"

namespace answerbox::daemon {
namespace {

using engine::DocumentNumber;

// A slow disk reads this many consecutive bytes in the time of a few dozen
// single pages, which is about what a question touches.
constexpr std::size_t kSmallFileBytes = std::size_t{1} << 20;

// Reads of questions in a large file are scattered. The kernel's default would
// read megabytes around each place.
bool IsReadAhead(const platform::MappedFile& file, SegmentUse use) {
  return use == SegmentUse::kWholeReading ||
         file.bytes().size() <= kSmallFileBytes;
}

Error Damaged(const StoredSegment& segment, const engine::Error& error) {
  return CorruptError(segment.file_name, error);
}

}  // namespace

bool HasOldVersion(const StoredSegment& segment) {
  return segment.reader.format_version() != engine::kFormatVersion;
}

bool IsDamagedAt(const StoredSegment& segment, std::uint64_t offset) {
  return segment.checks->IsDamageAt(offset);
}

std::string SegmentFileName(std::uint64_t number) {
  return std::to_string(number) + kSegmentExtension;
}

Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number, SegmentUse use) {
  const std::filesystem::path path = folder / SegmentFileName(number);
  auto file = platform::MappedFile::Open(path);
  if (!file) return StorageError(file.error());
  if (!IsReadAhead(*file, use)) {
    file->SetReadAhead(platform::ReadAhead::kNothing);
  }
  file->Protect();
  // Before anything is compared, as what is compared shall stay as it is.
  const bool keeps_pages = use == SegmentUse::kAsking && file->KeepPages();
  // It is on the heap because the reader points to it and the segment moves.
  auto checks = std::make_unique<engine::BlockChecks>(file->bytes());
  auto reader = engine::SegmentReader::Open(file->bytes(), checks.get());
  if (!reader) return CorruptError(path, reader.error());
  // Opening has read the file's checksums, which questions rarely need.
  if (file->bytes().size() > kSmallFileBytes) file->Release();
  return std::make_shared<const StoredSegment>(
      StoredSegment{.number = number,
                    .file_name = SegmentFileName(number),
                    .file = std::move(*file),
                    .keeps_pages = keeps_pages,
                    .checks = std::move(checks),
                    .reader = std::move(*reader)});
}

void KeepPages(const StoredSegment& segment) {
  segment.keeps_pages = segment.file.KeepPages();
  // A page may have been read again before.
  segment.checks->Forget();
}

void MapAgain(const std::filesystem::path& folder,
              const StoredSegment& segment) {
  if (!segment.file.MapAgain(folder / segment.file_name)) return;
  if (!IsReadAhead(segment.file, SegmentUse::kAsking)) {
    segment.file.SetReadAhead(platform::ReadAhead::kNothing);
  }
  KeepPages(segment);
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
  // For most names of new documents the search ends here, after one block.
  if (!*may_hold) return std::optional<DocumentNumber>();
  const auto begin = LowerBoundByName(segment, name);
  if (!begin) return begin.error();
  for (std::uint32_t at = *begin; at < segment.reader.counts().documents;
       ++at) {
    const auto found = ReadByName(segment, at);
    if (!found) return found.error();
    // A name may occur several times: a replaced document stays until the
    // segment is merged.
    if (found->name != name) break;
    if (!removed.Contains(found->document)) {
      return std::optional(found->document);
    }
  }
  return std::optional<DocumentNumber>();
}

Result<std::unique_ptr<SegmentFile>> SegmentFile::Create(
    const std::filesystem::path& folder, std::uint64_t number) {
  auto writer = platform::FileWriter::Create(folder / SegmentFileName(number));
  if (!writer) return StorageError(writer.error());
  return std::unique_ptr<SegmentFile>(
      new SegmentFile(folder, number, std::move(*writer)));
}

SegmentFile::SegmentFile(std::filesystem::path folder, std::uint64_t number,
                         platform::FileWriter writer)
    : folder_(std::move(folder)), number_(number), writer_(std::move(writer)) {}

SegmentFile::~SegmentFile() {
  // No manifest names the file. If removing it fails, the next erasing in the
  // collection removes it, or the next opening of the store.
  if (!keep_) static_cast<void>(platform::RemoveFile(writer_.path()));
}

engine::Result<void> SegmentFile::Append(std::span<const std::byte> bytes) {
  // The writer keeps the reason. The engine is told only that its sink failed.
  if (writer_.Append(bytes)) return {};
  return engine::Error{engine::ErrorCode::kSinkFailed, "segment",
                       writer_.bytes()};
}

Result<std::shared_ptr<const StoredSegment>> SegmentFile::Finish() {
  if (auto synced = writer_.Sync(); !synced) {
    return StorageError(synced.error());
  }
  // The file is closed before it is mapped, so that nothing writes to a mapped
  // segment.
  writer_.Close();
  return OpenStoredSegment(folder_, number_);
}

Error SegmentFile::error() const { return StorageError(*writer_.error()); }

Result<bool> SegmentVerification::ReadPiece(const StoredSegment& segment) {
  if (!file_) {
    auto file = platform::UncachedFile::Open(folder_ / segment.file_name);
    if (!file) return StorageError(file.error());
    file_ = std::move(*file);
  }
  const platform::PageMemory piece(kPieceBytes);
  const auto bytes = file_->Read(at_, piece.bytes());
  if (!bytes) return StorageError(bytes.error());
  const std::uint64_t left = segment.file.bytes().size() - at_;
  const std::size_t expected =
      static_cast<std::size_t>(std::min<std::uint64_t>(left, kPieceBytes));
  const std::size_t size = std::min(*bytes, expected);
  const auto damage =
      segment.checks->FindDamageIn(at_, piece.bytes().first(size), tail_);
  if (damage || size < expected) {
    const std::uint64_t offset = damage.value_or(at_ + size);
    return CorruptError(segment.file_name,
                        {engine::ErrorCode::kCorrupt,
                         segment.reader.SectionAt(offset), offset});
  }
  at_ += expected;
  return expected < left;
}

Result<void> VerifyOnDisk(const std::filesystem::path& folder,
                          const StoredSegment& segment) {
  SegmentVerification verification(folder);
  while (true) {
    const auto is_more = verification.ReadPiece(segment);
    if (!is_more) return is_more.error();
    if (!*is_more) return {};
  }
}

}  // namespace answerbox::daemon
