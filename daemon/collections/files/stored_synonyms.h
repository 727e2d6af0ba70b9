// The synonyms of a collection, and the file that holds them: the text as it
// was given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/collections/files/names.h"
#include "daemon/collections/files/stored_text.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "engine/words/synonyms.h"

namespace answerbox::daemon {

struct SynonymsEntry : StoredTextEntry {
  [[nodiscard]] std::string file_name() const {
    return std::to_string(number) + kSynonymsExtension;
  }
};

struct StoredSynonyms {
  SynonymsEntry entry;
  engine::Sha256 sha256{};  // Of the file.
  engine::Synonyms synonyms;
};

// Synonyms that are not stored yet.
struct NewSynonyms {
  std::string text;
  engine::Synonyms synonyms;
};

// Errors: kInvalidParams, with the line and the column of what is wrong.
[[nodiscard]] Result<NewSynonyms> ReadSynonyms(std::string_view text);

// Writes and syncs the file. Errors: kStorage.
[[nodiscard]] Result<std::shared_ptr<const StoredSynonyms>> StoreSynonyms(
    const std::filesystem::path& folder, std::uint64_t number,
    NewSynonyms synonyms);

// Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredSynonyms>> OpenSynonyms(
    const std::filesystem::path& folder, const SynonymsEntry& entry);

}  // namespace answerbox::daemon
