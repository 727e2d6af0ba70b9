#include "daemon/collections/files/stored_text.h"

#include <cerrno>
#include <span>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/checksum.h"
#include "platform/file/atomic_file.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

StoredTextEntry DescribeText(std::uint64_t number, std::string_view text) {
  return {number, text.size(),
          engine::ComputeChecksum(std::as_bytes(std::span(text)))};
}

Result<void> WriteStoredText(const std::filesystem::path& path,
                             std::string_view text) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return StorageError(file.error());
  // If the append fails, so does the commit.
  static_cast<void>(file->Append(std::as_bytes(std::span(text))));
  if (auto committed = file->Commit(); !committed) {
    return StorageError(committed.error());
  }
  return {};
}

Result<std::string> ReadStoredText(const std::filesystem::path& path,
                                   const StoredTextEntry& entry) {
  const auto corrupt = [&path](const char* field) {
    return CorruptError(path, {engine::ErrorCode::kCorrupt, field, 0});
  };
  auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() == ENOENT) return corrupt("file");
    return StorageError(file.error());
  }
  const auto bytes = file->bytes();
  if (bytes.size() != entry.file_bytes) return corrupt("file size");
  if (engine::ComputeChecksum(bytes) != entry.checksum) {
    return corrupt("checksum");
  }
  return std::string(file->text());
}

}  // namespace answerbox::daemon
