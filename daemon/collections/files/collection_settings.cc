#include "daemon/collections/files/collection_settings.h"

#include <cerrno>
#include <span>
#include <utility>
#include <variant>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/checksum.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

std::shared_ptr<const StoredGuard> MakeGuard(const GuardEntry& entry,
                                             std::string text) {
  const engine::Sha256 sha256 = engine::ComputeSha256(text);
  return std::make_shared<const StoredGuard>(
      StoredGuard{entry, sha256, std::move(text)});
}

Result<std::string> ReadStoredText(const std::filesystem::path& path,
                                   const StoredTextEntry& entry) {
  const auto corrupt = [&path](const char* field) {
    return CorruptError(path, {engine::ErrorCode::kCorrupt, field, 0});
  };
  auto file = platform::MappedFile::Open(path);
  if (!file) {
    // The manifest names the file. If it is missing, that is damage and not a
    // fault of the disk.
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

}  // namespace

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

Result<NewSynonyms> ReadSynonyms(std::string_view text) {
  auto rules = engine::ReadSynonymFile(text);
  if (const auto* wrong = std::get_if<engine::SynonymError>(&rules)) {
    return InvalidParameter(
        "synonyms", "synonyms, line " + std::to_string(wrong->line) +
                        ", column " + std::to_string(wrong->column) + ": " +
                        wrong->message);
  }
  // Profile paper has no synonyms, so only one way of normalising is possible.
  engine::TermNormalizer normalizer(engine::Profile::kDefault);
  return NewSynonyms{std::string(text),
                     engine::Synonyms(std::get<0>(rules), normalizer)};
}

Result<std::shared_ptr<const StoredSynonyms>> StoreSynonyms(
    const std::filesystem::path& folder, std::uint64_t number,
    NewSynonyms synonyms) {
  const SynonymsEntry entry{DescribeText(number, synonyms.text)};
  auto written = WriteStoredText(folder / entry.file_name(), synonyms.text);
  if (!written) return written.error();
  return std::make_shared<const StoredSynonyms>(
      StoredSynonyms{entry, engine::ComputeSha256(synonyms.text),
                     std::move(synonyms.synonyms)});
}

Result<std::shared_ptr<const StoredSynonyms>> OpenSynonyms(
    const std::filesystem::path& folder, const SynonymsEntry& entry) {
  const auto path = folder / entry.file_name();
  const auto text = ReadStoredText(path, entry);
  if (!text) return text.error();
  auto read = ReadSynonyms(*text);
  if (!read) {
    // The checksum was right, but the rules can't be read: another program
    // wrote them.
    return CorruptError(path, {engine::ErrorCode::kCorrupt, "rules", 0});
  }
  return std::make_shared<const StoredSynonyms>(StoredSynonyms{
      entry, engine::ComputeSha256(*text), std::move(read->synonyms)});
}

Result<std::string> ReadSynonymsText(const std::filesystem::path& folder,
                                     const SynonymsEntry& entry) {
  return ReadStoredText(folder / entry.file_name(), entry);
}

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
  // A manifest with a right checksum may name a file of any size. The examiner
  // reads no more than this.
  if (text->size() > kMaxGuardBytes) {
    return CorruptError(path, {engine::ErrorCode::kCorrupt, "file size", 0});
  }
  return MakeGuard(entry, *std::move(text));
}

Result<std::string> ReadBefore(const std::filesystem::path& folder,
                               const BeforeEntry& entry) {
  return ReadStoredText(folder / entry.file_name(), entry);
}

}  // namespace answerbox::daemon
