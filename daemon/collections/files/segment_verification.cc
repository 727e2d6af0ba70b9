#include "daemon/collections/files/segment_verification.h"

#include <algorithm>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "platform/memory/page_memory.h"

namespace answerbox::daemon {

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
