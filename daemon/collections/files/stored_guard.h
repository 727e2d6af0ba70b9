// The guard of a collection: a text that says which changes of its documents
// are let through, and the file that holds it. The store keeps the text, and
// does not read it: the examiner does (daemon/collections/changes/examiner.h).
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

namespace answerbox::daemon {

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

// Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredGuard>> OpenGuard(
    const std::filesystem::path& folder, const GuardEntry& entry);

}  // namespace answerbox::daemon
