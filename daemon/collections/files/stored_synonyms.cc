#include "daemon/collections/files/stored_synonyms.h"

#include <cerrno>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/checksum.h"
#include "platform/file/atomic_file.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

Result<NewSynonyms> ReadSynonyms(std::string_view text) {
  auto rules = engine::ReadSynonymFile(text);
  if (const auto* wrong = std::get_if<engine::SynonymError>(&rules)) {
    return InvalidParameter(
        "synonyms", "synonyms, line " + std::to_string(wrong->line) +
                        ", column " + std::to_string(wrong->column) + ": " +
                        wrong->message);
  }
  engine::TermNormalizer normalizer(engine::Profile::kDefault);
  return NewSynonyms{std::string(text),
                     engine::Synonyms(std::get<0>(rules), normalizer)};
}

Result<std::shared_ptr<const StoredSynonyms>> StoreSynonyms(
    const std::filesystem::path& folder, std::uint64_t number,
    NewSynonyms synonyms) {
  const auto bytes = std::as_bytes(std::span(synonyms.text));
  auto stored = std::make_shared<const StoredSynonyms>(
      StoredSynonyms{{number, bytes.size(), engine::ComputeChecksum(bytes)},
                     engine::ComputeSha256(synonyms.text),
                     std::move(synonyms.synonyms)});
  auto file = platform::AtomicFile::Create(folder / stored->entry.file_name());
  if (!file) return StorageError(file.error());
  // If the append fails, so does the commit.
  static_cast<void>(file->Append(bytes));
  if (auto committed = file->Commit(); !committed) {
    return StorageError(committed.error());
  }
  return stored;
}

Result<std::shared_ptr<const StoredSynonyms>> OpenSynonyms(
    const std::filesystem::path& folder, const SynonymsEntry& entry) {
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
  if (bytes.size() != entry.file_bytes) return corrupt("file size");
  if (engine::ComputeChecksum(bytes) != entry.checksum) {
    return corrupt("checksum");
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  auto read = ReadSynonyms(text);
  if (!read) return corrupt("rules");
  return std::make_shared<const StoredSynonyms>(StoredSynonyms{
      entry, engine::ComputeSha256(text), std::move(read->synonyms)});
}

}  // namespace answerbox::daemon
