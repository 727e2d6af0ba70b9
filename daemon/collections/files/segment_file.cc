#include "daemon/collections/files/segment_file.h"

#include <utility>

#include "daemon/collections/files/errors.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
