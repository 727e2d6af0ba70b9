#include "daemon/collections/files/stored_synonyms.h"

#include <utility>
#include <variant>
#include <vector>

#include "daemon/collections/files/errors.h"

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
    return CorruptError(path, {engine::ErrorCode::kCorrupt, "rules", 0});
  }
  return std::make_shared<const StoredSynonyms>(StoredSynonyms{
      entry, engine::ComputeSha256(*text), std::move(read->synonyms)});
}

}  // namespace answerbox::daemon
