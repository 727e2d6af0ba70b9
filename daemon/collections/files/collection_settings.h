// The settings of a collection, and the texts among them that have files of
// their own: the synonyms and the guard. The manifest names such a file. A file
// never changes: a new text gets a new file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/collections/files/names.h"
#include "daemon/error.h"
#include "engine/profile.h"
#include "engine/text/content_id.h"
#include "engine/words/synonyms.h"

namespace answerbox::daemon {

// The entry of such a file in a manifest.
struct StoredTextEntry {
  std::uint64_t number = 0;  // Of the file; never used twice.
  std::uint64_t file_bytes = 0;
  std::uint32_t checksum = 0;  // CRC-32C of the file.
};

// Writes and syncs the file. Errors: kStorage.
[[nodiscard]] Result<void> WriteStoredText(const std::filesystem::path& path,
                                           std::string_view text);

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

// Reads the file. Errors: kStorage; kCorrupt for a file that is missing or
// differs from `entry`.
[[nodiscard]] Result<std::shared_ptr<const StoredSynonyms>> OpenSynonyms(
    const std::filesystem::path& folder, const SynonymsEntry& entry);

// The guard decides which changes of documents are allowed. The store keeps its
// text without reading it; the examiner reads it
// (daemon/collections/changes/examiner.h).
inline constexpr std::size_t kMaxGuardBytes = std::size_t{512} << 10;

struct GuardEntry : StoredTextEntry {
  [[nodiscard]] std::string file_name() const {
    return std::to_string(number) + kGuardExtension;
  }
};

struct StoredGuard {
  GuardEntry entry;
  engine::Sha256 sha256{};  // Of the file.
  std::string text;
};

// Writes and syncs the file. Precondition: at most kMaxGuardBytes. Errors:
// kStorage.
[[nodiscard]] Result<std::shared_ptr<const StoredGuard>> StoreGuard(
    const std::filesystem::path& folder, std::uint64_t number,
    std::string text);

// Errors: as OpenSynonyms.
[[nodiscard]] Result<std::shared_ptr<const StoredGuard>> OpenGuard(
    const std::filesystem::path& folder, const GuardEntry& entry);

// Profile and chunking are fixed when a collection is created. Theta, synonyms
// and guard may change.
struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking{};
  std::shared_ptr<const StoredSynonyms> synonyms = nullptr;  // Null: none.
  std::shared_ptr<const StoredGuard> guard = nullptr;        // Null: none.
};

// Returns false for NaN too.
[[nodiscard]] constexpr bool IsValidTheta(double theta) noexcept {
  return theta >= 0.0 && theta <= 1.0;
}

}  // namespace answerbox::daemon
