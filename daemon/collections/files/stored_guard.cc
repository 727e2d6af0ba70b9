#include "daemon/collections/files/stored_guard.h"

#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

std::shared_ptr<const StoredGuard> MakeGuard(const GuardEntry& entry,
                                             std::string text) {
  const engine::Sha256 sha256 = engine::ComputeSha256(text);
  return std::make_shared<const StoredGuard>(
      StoredGuard{entry, sha256, std::move(text)});
}

}  // namespace

Result<std::shared_ptr<const StoredGuard>> StoreGuard(
    const std::filesystem::path& folder, std::uint64_t number,
    std::string text) {
  const GuardEntry entry{DescribeText(number, text)};
  auto written = WriteStoredText(folder / entry.file_name(), text);
  if (!written) return written.error();
  return MakeGuard(entry, std::move(text));
}

Result<std::shared_ptr<const StoredGuard>> OpenGuard(
    const std::filesystem::path& folder, const GuardEntry& entry) {
  const auto path = folder / entry.file_name();
  auto text = ReadStoredText(path, entry);
  if (!text) return text.error();
  if (text->size() > kMaxGuardBytes) {
    return CorruptError(path, {engine::ErrorCode::kCorrupt, "file size", 0});
  }
  return MakeGuard(entry, *std::move(text));
}

}  // namespace answerbox::daemon
