// The settings of a collection, and the texts among them that have files of
// their own: the synonyms and the guard. The manifest names such a file. A file
// never changes: a new text gets a new file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

[[nodiscard]] StoredTextEntry DescribeText(std::uint64_t number,
                                           std::string_view text);

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

// Reads the text of stored synonyms. Errors: as OpenSynonyms.
[[nodiscard]] Result<std::string> ReadSynonymsText(
    const std::filesystem::path& folder, const SynonymsEntry& entry);

// The guard decides which changes of documents are allowed. The store keeps its
// text without reading it; the examiner reads it
// (daemon/collections/files/store_options.h).
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

// The signed pack that a collection holds: docs/pack-format.md.
struct PackMark {
  std::string name;
  std::string version;
  std::string key;          // Id of the key that signed it.
  engine::Sha256 sha256{};  // Of what is signed, and so of all parts.
};

// What a pack replaced: the manifest of before, as a text of its own.
struct BeforeEntry : StoredTextEntry {
  [[nodiscard]] std::string file_name() const {
    return std::to_string(number) + kBeforeExtension;
  }
};

struct StoredBefore {
  struct File {
    std::string name;
    std::uint64_t documents = 0;  // In a segment, or with pictures here.
  };
  BeforeEntry entry;
  std::vector<File> files;  // That its manifest names.
  std::uint64_t bytes = 0;  // Of all of them, and of the manifest.
  // Why the manifest can't be read; then nobody knows the files, and none of
  // the folder is taken for a leftover. Empty: it was read.
  std::string damage;
};

// Reads the manifest of before. Errors: as OpenSynonyms.
[[nodiscard]] Result<std::string> ReadBefore(
    const std::filesystem::path& folder, const BeforeEntry& entry);

// The file with the page pictures of one document.
struct PagesEntry : StoredTextEntry {
  std::uint32_t pages = 0;  // Pictures in it.

  [[nodiscard]] std::string file_name() const {
    return std::to_string(number) + kPagesExtension;
  }
};

// By the SHA-256 of the document's name, as merging numbers documents anew, and
// a manifest holds no names.
using PageFiles = std::map<engine::Sha256, PagesEntry>;

// Profile and chunking are fixed when a collection is created, until a pack
// replaces them with all else. Theta, synonyms and guard may change.
struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking{};
  std::shared_ptr<const StoredSynonyms> synonyms = nullptr;  // Null: none.
  std::shared_ptr<const StoredGuard> guard = nullptr;        // Null: none.
  std::shared_ptr<const PackMark> pack = nullptr;  // Null: it is of no pack.
  std::shared_ptr<const StoredBefore> before = nullptr;  // Null: no way back.
  // Null: no document has page pictures.
  std::shared_ptr<const PageFiles> pages = nullptr;
};

// Whether only packs change the collection. Also after a repair that lost the
// mark: the files of before, which erasing does not reach, are kept.
[[nodiscard]] inline bool IsOfPack(const CollectionSettings& settings) {
  return settings.pack != nullptr || settings.before != nullptr;
}

// Whether somebody may set an exam, and so judge answers for it.
[[nodiscard]] inline bool TakesExam(const CollectionSettings& settings) {
  return settings.profile != engine::Profile::kPaper && !IsOfPack(settings);
}

// Returns false for NaN too.
[[nodiscard]] constexpr bool IsValidTheta(double theta) noexcept {
  return theta >= 0.0 && theta <= 1.0;
}

}  // namespace answerbox::daemon
