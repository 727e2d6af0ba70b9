#include "daemon/collections/files/stored_guard.h"

#include <cerrno>
#include <span>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/checksum.h"
#include "platform/file/atomic_file.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

Result<std::shared_ptr<const StoredGuard>> StoreGuard(
    const std::filesystem::path& folder, std::uint64_t number,
    std::string text) {
  const auto bytes = std::as_bytes(std::span(text));
  const GuardEntry entry{number, bytes.size(), engine::ComputeChecksum(bytes)};
  auto file = platform::AtomicFile::Create(folder / entry.file_name());
  if (!file) return StorageError(file.error());
  // If the append fails, so does the commit.
  static_cast<void>(file->Append(bytes));
  if (auto committed = file->Commit(); !committed) {
    return StorageError(committed.error());
  }
  const engine::Sha256 sha256 = engine::ComputeSha256(text);
  return std::make_shared<const StoredGuard>(
      StoredGuard{entry, sha256, std::move(text)});
}

Result<std::shared_ptr<const StoredGuard>> OpenGuard(
    const std::filesystem::path& folder, const GuardEntry& entry) {
  const auto path = folder / entry.file_name();
  const auto corrupt = [&path](const char* field) {
    return CorruptError(path, {engine::ErrorCode::kCorrupt, field, 0});
  };
  auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() == ENOENT) return corrupt("file");
    return StorageError(file.error());
  }
  const auto bytes = file->bytes();
  if (bytes.size() != entry.file_bytes || bytes.size() > kMaxGuardBytes) {
    return corrupt("file size");
  }
  if (engine::ComputeChecksum(bytes) != entry.checksum) {
    return corrupt("checksum");
  }
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const engine::Sha256 sha256 = engine::ComputeSha256(text);
  return std::make_shared<const StoredGuard>(
      StoredGuard{entry, sha256, std::move(text)});
}

}  // namespace answerbox::daemon
